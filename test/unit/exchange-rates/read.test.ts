import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lastSetOn, rateBefore } from '#shared/records/exchange-rates/read.ts';
import { newRateSet } from '#shared/records/exchange-rates/store.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { ConditionFailed, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const reads = (): number => table.callsOf('Query').length;

beforeAll(async () => {
  // A Thursday and a Friday, and the Tuesday after.
  await transact([newRateSet({ date: '2026-02-26', rates: { EUR: '5.08', BGN: '2.5974' } })]);
  await transact([newRateSet({ date: '2026-02-27', rates: { EUR: '5.0812', HUF: '0.013294' } })]);
  await transact([newRateSet({ date: '2026-03-03', rates: { EUR: '5.09' } })]);
});
afterEach(clearCaches);

describe('the rate for a document of a day', () => {
  it.each([
    ['of a Monday: that of Friday', '2026-03-02', 'EUR', { rate: '5.0812', date: '2026-02-27' }],
    ['of the day of publication: that of the day before', '2026-02-27', 'EUR', { rate: '5.08', date: '2026-02-26' }],
    ['of the day after a publication', '2026-03-04', 'EUR', { rate: '5.09', date: '2026-03-03' }],
    ['per unit, where the bank states it for 100', '2026-03-01', 'HUF', { rate: '0.013294', date: '2026-02-27' }],
    ['of a day before the first publication', '2026-02-26', 'EUR', undefined],
    ['of a currency that the last set does not have any more', '2026-03-01', 'BGN', undefined],
    ['of the name of a member of every object', '2026-03-01', 'constructor', undefined],
  ])('%s', async (_what, day, currency, rate) => {
    expect(await rateBefore(day, currency)).toEqual(rate);
  });
});

describe('the cached rates of a process', () => {
  it('are used for a minute, also for simultaneous requests', async () => {
    const [first, second] = await Promise.all([lastSetOn('2026-03-02'), rateBefore('2026-03-03', 'EUR')]);
    expect(second?.date).toBe(first?.date);
    expect(reads()).toBe(1);
    table.clock.advance(61);
    await lastSetOn('2026-03-02');
    expect(reads()).toBe(2);
  });

  it('are read again when there were none', async () => {
    await lastSetOn('2020-01-01');
    await lastSetOn('2020-01-01');
    expect(reads()).toBe(2);
  });

  it('are read again when the read failed', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'Query', kind: 'fail' });
    await expect(lastSetOn('2026-03-02')).rejects.toThrow();
    table.faults.clear();
    expect((await lastSetOn('2026-03-02'))?.date).toBe('2026-02-27');
  });
});

describe('a stored day', () => {
  it('is not stored again, even with other rates', async () => {
    await expect(transact([newRateSet({ date: '2026-02-27', rates: { EUR: '9' } })])).rejects.toThrow(ConditionFailed);
    expect(await rateBefore('2026-02-28', 'EUR')).toEqual({ rate: '5.0812', date: '2026-02-27' });
  });
});
