import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { sampled } from '../support/effort.ts';
import { senderTo } from '../support/matrix/send.ts';
import { useOwnService } from '../support/service.ts';
import { beyondAdmission, callersOf, openRefusedWorld, refusedCall, type RefusedWorld } from './refused.ts';

const { endpoints } = await loadCatalogue();
const cases = endpoints.map(entry => {
  const { method, path } = entry.handler.definition;
  return { title: `${method} ${path}`, entry };
});
const chosen = sampled(cases, ({ title }) => title);
const deletable = (template: string): boolean => cases.some(({ title }) => title === `DELETE ${template}`);

const service = useOwnService({ rateLimits: true });
let world: RefusedWorld;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  world = await openRefusedWorld(service(), deletable);
});

describe('a rejected request (401, 403, 429) reads at most what admission itself does', () => {
  test.each(chosen)('$title', async ({ entry }) => {
    const callers = callersOf(world, endpoints, false)(entry);
    if (!entry.handler.definition.uncounted) expect(callers.length).toBeGreaterThan(0);
    const beyond: string[] = [];
    for (const caller of callers) beyond.push(...beyondAdmission(caller, await refusedCall(world, entry, caller)));
    expect(beyond).toEqual([]);
  });

  test('a list of 1,000 companies in the body of a forged request costs no read; 1,001 are rejected', async () => {
    const forged = world.callers.find(({ name }) => name === 'a token with a changed signature')?.authorization;
    const send = (authorization: string | undefined, ids: number) =>
      senderTo(service().url)({
        method: 'PATCH',
        path: `/api/v1/members/${randomUUID()}`,
        headers: { authorization },
        body: { allowedCompanies: Array.from({ length: ids }, () => randomUUID()) },
      });
    expect((await send(forged, 1_000)).status).toBe(401);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ readUnits: 0, calls: 1 });
    const details = { allowedCompanies: ['must have at most 1000 entries'] };
    const owner = `Bearer ${world.victim.owner.token}`;
    expect(await send(owner, 1_001)).toMatchObject({ status: 422, json: { error: { details } } });
    expect(service().runtime.meter.last(1)[0]?.dynamodb.readUnits).toBeLessThanOrEqual(3);
  });

  test('a process that has just started reads the published keys once, for whatever number of forged tokens', async () => {
    const forged = world.callers.find(({ name }) => name === 'a token with a changed signature')?.authorization;
    clearCaches();
    const units = [];
    for (let sent = 0; sent < 3; sent++) {
      await senderTo(service().url)({ method: 'GET', path: '/api/v1/invoices', headers: { authorization: forged } });
      units.push(service().runtime.meter.last(1)[0]?.dynamodb.readUnits);
    }
    expect(units).toEqual([1, 0, 0]);
  });
});
