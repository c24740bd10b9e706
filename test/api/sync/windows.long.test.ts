import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { useOwnService } from '../../support/service.ts';
import { type LastingReceiver, useReceivers } from '../../support/taxauth/companies.ts';
import { type ListLog, logLists } from '../../support/taxauth/list-log.ts';

const service = useOwnService();
const { plan, receiver, runSchedule, status, synchronize, toggle, trigger } = useReceivers(service, 62_000_000);

const DAY = 86_400_000;
let log: ListLog;
beforeAll(() => {
  log = logLists();
});
beforeEach(() => {
  service().runtime.clock.freeze(true);
});
afterAll(() => log.stop());

const turnTo = (millis: number) => service().runtime.clock.set(new Date(millis).toISOString());

/** When the company's last run began, to the millisecond. */
async function lastRun({ company }: LastingReceiver): Promise<number> {
  return Date.parse((await readCompany(company))?.lastSyncedAt ?? '');
}

describe('the listed period', () => {
  const listed = (scope: LastingReceiver) => log.calls.filter(({ cif }) => cif === scope.cif).at(-1)!;
  /** Days before the present that the last run looked back. */
  const daysOf = (scope: LastingReceiver): number => (now().getTime() - listed(scope).from) / DAY;

  it.each([1, 30, 59])("of the first run starts the company's number of days ago (%i)", async syncDaysBack => {
    const scope = await receiver({ syncDaysBack });
    await synchronize(scope);
    expect(daysOf(scope)).toBe(syncDaysBack);
    expect(listed(scope)).toMatchObject({ to: now().getTime(), page: 1 });
  });

  it('starts no earlier than the authority allows', async () => {
    const scope = await receiver();
    await synchronize(scope, { days: 60 });
    // The service stays two minutes within the limit.
    expect(daysOf(scope)).toBeGreaterThan(59.99);
    expect(daysOf(scope)).toBeLessThan(60);
  });

  it('of later runs starts ten days ago, or the requested days, and always before the last run', async () => {
    const scope = await receiver({ syncDaysBack: 30 });
    await synchronize(scope);
    for (const [passed, days, body] of [
      [1, 10, {}],
      [9.5, 10, {}],
      [10, 11, {}],
      [20.5, 21, {}],
      [2, 3, { days: 1 }],
      [2, 15, { days: 15 }],
    ] as const) {
      turnTo(now().getTime() + passed * DAY);
      await synchronize(scope, body);
      expect(daysOf(scope), `after ${passed} days`).toBe(days);
    }
  });
});

describe.each([
  ['freemium', 24],
  ['starter', 12],
  ['professional', 4],
  ['business', 1],
])('the minimum time between runs of the plan %s is %i hours', (name, hours) => {
  it('manual runs are rejected until exactly then', async () => {
    const scope = await receiver();
    await plan(scope, name);
    await synchronize(scope);
    const allowedAt = (await lastRun(scope)) + hours * 3_600_000;
    const early = await trigger(scope);
    expect(early).toMatchObject({ status: 429, body: { retryAfter: hours * 3600 } });
    expect(early.headers.get('retry-after')).toBe(String(hours * 3600));
    turnTo(allowedAt - 1);
    expect(await trigger(scope)).toMatchObject({ status: 429, body: { retryAfter: 1 } });
    turnTo(allowedAt);
    await synchronize(scope);
    expect(await lastRun(scope)).toBe(allowedAt);
  });

  it('automatic runs start exactly then', async () => {
    const scope = await receiver();
    await plan(scope, name);
    await toggle(scope);
    await runSchedule();
    const first = await lastRun(scope);
    turnTo(first + hours * 3_600_000 - 1);
    await runSchedule();
    expect(await lastRun(scope)).toBe(first);
    turnTo(first + hours * 3_600_000);
    await runSchedule();
    expect(await lastRun(scope)).toBe(first + hours * 3_600_000);
    expect(await status(scope)).toMatchObject({ enabled: true, running: false });
  });
});
