import { beforeEach, describe, expect, test } from 'vitest';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { due, dueRows } from '#shared/platform/store/due-work.ts';
import { handOverDue } from '#shared/platform/store/hand-over.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { damage } from '../../support/stored/damage.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

interface Row extends Key {
  n: number;
}
const WORK = 'DUERECURRING';
let stored: Row[] = [];
let sent: number[] = [];

/** Items that are due from these instants on, all in one partition of the index; the later ones after the earlier. */
async function store(...instants: string[]): Promise<void> {
  const pk = table.partition();
  const rows = instants.map((at, n) => ({ row: { pk, sk: `N#${n}`, n }, at }));
  stored = rows.map(({ row }) => row);
  for (let first = 0; first < rows.length; first += 50)
    await transact(
      rows
        .slice(first, first + 50)
        .map(({ row, at }) => put({ pk, sk: row.sk, kind: 'client', row, ...due(WORK, 'one-partition', at) })),
    );
  table.calls.length = 0;
}
const handOver = (more: { keyOf?: (row: Row) => Key; send?: (row: Row) => Promise<void> } = {}) =>
  handOverDue<Row>({
    work: WORK,
    keyOf: ({ pk, sk }) => ({ pk, sk }),
    send: async ({ n }) => void sent.push(n),
    ...more,
  });

beforeEach(async () => {
  for (const { pk, sk } of stored) await transact([remove({ pk, sk })]);
  stored = [];
  sent = [];
});

describe('Due work is queued', () => {
  test('once for each item that is due by now, and again half an hour later', async () => {
    await store(instantIn(-60), instant(), instantIn(0.001));
    await handOver();
    // They are sent at the same time, in any order.
    expect(sent.toSorted()).toEqual([0, 1]);
    await handOver();
    expect(sent).toHaveLength(2);

    const waiting = stored[2]!;
    await transact([remove({ pk: waiting.pk, sk: waiting.sk })]);
    table.clock.advance(1799.999);
    expect(await dueRows(WORK)).toEqual([]);
    table.clock.advance(0.001);
    expect(await dueRows(WORK)).toHaveLength(2);
  });

  test('after it was made due again: a process that dies before it sends loses nothing', async () => {
    await store(instant());
    let dueAt: string | undefined;
    await handOver({ send: async key => void (dueAt = (await getItem<Item>({ pk: key.pk, sk: key.sk }))?.dueAt) });
    expect(dueAt).toBe(instantIn(1800));
  });

  test('without an item whose row cannot be read, which is reported', async () => {
    await store(instantIn(-60), instantIn(-30), instant());
    const lines: string[] = [];
    setLogSink(line => void lines.push(line));
    await damage(stored[0]!, 'row');
    await handOver();
    setLogSink(() => {});
    expect(sent.toSorted()).toEqual([1, 2]);
    expect(lines.filter(line => line.includes('"Item damaged"')).length).toBeGreaterThan(0);
  });

  test('all of it, in as few rounds as it takes, 50 items side by side', async () => {
    await store(...Array.from({ length: 130 }, (_, n) => instantIn(n - 200)));
    let [running, most] = [0, 0];
    await handOver({
      send: async ({ n }) => {
        most = Math.max(most, ++running);
        sent.push(n);
        await new Promise(resolve => setImmediate(resolve));
        running--;
      },
    });
    expect(sent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 130 }, (_, n) => n));
    expect(most).toBeLessThanOrEqual(50);
    // 100 items, 30, and none: one query for each of the four partitions.
    expect(table.callsOf('Query')).toHaveLength(3 * 4);
  });

  test('not where another call was faster, or the item has changed: the index may be late', async () => {
    await store(instant());
    await handOver({ keyOf: ({ pk }) => ({ pk, sk: 'GONE' }) });
    expect([sent, table.callsOf('Query').length]).toEqual([[], 4]);
  });

  test('not where the table refuses the change', async () => {
    await store(instant());
    await expect(handOver({ keyOf: ({ pk }) => ({ pk, sk: '' }) })).rejects.toMatchObject({ name: 'ValidationException' });
    expect(sent).toEqual([]);
  });
});
