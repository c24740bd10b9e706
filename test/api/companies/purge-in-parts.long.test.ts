import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { currentInvocation, type Invocation } from '../../../infra/local/invocation.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { filesNaming, type Furnished, furnished } from '../../support/companies/purged.ts';
import { call } from '../../support/invoices.ts';
import { useOwnService, type User } from '../../support/service.ts';

/**
 * * Messages are delivered once, and indexes are read without delay: two runs at a time would share the work that is counted here, and a
 * run that reads an index late leaves the purge to the next half hour.
 */
const service = useOwnService({ deliversTwice: false, lateReads: undefined });
let owner: User;
let gone: Furnished;

beforeAll(async () => {
  owner = await service().newUser();
  gone = await furnished(service(), owner);
});
afterEach(() => void vi.restoreAllMocks());

/** Seconds that pass for the worker at each read of its clock; a run starts nothing more after 200. */
const SECONDS = 15;

/** Lets time pass for the worker alone. @returns its runs so far */
function slowly(): ReadonlyMap<Invocation, number> {
  const real = performance.now.bind(performance);
  const looks = new Map<Invocation, number>();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const invocation = currentInvocation();
    if (invocation?.name !== 'workers-purge-company') return real();
    const before = looks.get(invocation) ?? 0;
    looks.set(invocation, before + 1);
    return real() + before * SECONDS * 1000;
  });
  return looks;
}

it('a purge that takes longer than a run of its function is continued at once until nothing is left', async () => {
  expect((await call(service(), gone, 'DELETE', `/companies/${gone.company}`, { confirm: 'no_archive' })).status).toBe(204);
  await service().advance('P4DT23H');
  const runs = slowly();
  await service().advance('PT2H');
  expect(runs.size).toBeGreaterThan(2);
  const items = await queryItems<Item>({ partition: companyPartition(gone.company) });
  expect([...new Set(items.map(({ kind }) => kind))].toSorted()).toEqual(['company', 'company-purge', 'purged-series']);
  expect(await filesNaming(gone.company)).toEqual([]);
});
