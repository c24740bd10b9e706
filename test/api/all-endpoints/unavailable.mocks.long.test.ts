import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CASES } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner, refusal } from '../../support/matrix/owner.ts';
import { bodyFor } from '../../support/matrix/resources.ts';
import { useOwnService } from '../../support/service.ts';

/** The response of every endpoint while the table fails. How long it retries first: test/unit/store/transact.mocks.test.ts. */

vi.mock(import('node:timers/promises'), async actual => ({
  ...(await actual()),
  setTimeout: (_, value) => new Promise(resolve => setImmediate(() => resolve(value as never))),
}));

const service = useOwnService({ onError: () => {} });
let owner: Owner;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  owner = await openOwner(service(), 'Failures');
});
afterEach(() => service().runtime.faults.clear());

describe('errors of the service reveal no internals', () => {
  const BUSY = '{"error":{"code":"service_unavailable","message":"The service is busy; try again."}}';
  // Health checks report the failing table with a response of their own.
  const OWN_ANSWER = ['/health', '/api/v1/system/health'];

  test('of every endpoint, with a table that fails every call', async () => {
    const targets = await Promise.all(
      CASES.map(async ({ title, definition }) => ({
        title,
        definition,
        // The table fails before it finds a record, so the ids do not have to exist.
        params: owner.anyParams(definition),
        body: definition.body ? await owner.fixtures.body(definition) : undefined,
      })),
    );
    service().runtime.faults.add({ service: 'dynamodb', kind: 'fail' });
    const answers = await Promise.all(
      targets.map(async ({ title, definition, params, body }) => ({
        title,
        definition,
        answer: await owner.ask(definition, params, { body }),
      })),
    );
    let failed = 0;
    for (const { title, definition, answer } of answers) {
      if (definition.auth !== 'public') expect(answer.status, `${title}: ${answer.text}`).toBe(503);
      if (OWN_ANSWER.includes(definition.path) || answer.status < 500) continue;
      failed++;
      expect(answer.text, title).toBe(BUSY);
    }
    expect(failed).toBeGreaterThan(CASES.length * 0.8);
  });

  test('a transaction that cannot be committed returns 503 with Retry-After', async () => {
    const body = await bodyFor(service(), owner.scope, 'POST', '/api/v1/clients');
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict' });
    const headers = { authorization: `Bearer ${owner.scope.token}`, 'x-company': owner.scope.company };
    const answer = await owner.send({ method: 'POST', path: '/api/v1/clients', headers, body });
    expect(answer).toMatchObject(refusal(503, 'service_unavailable'));
    expect(answer.headers['retry-after']).toBe('1');
  });
});
