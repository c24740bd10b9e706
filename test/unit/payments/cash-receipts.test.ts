import { expect, test } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { receiptCashWarnings, receiptCashWrites } from '#shared/documents/payments/cash/receipts.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

/** The cash that receipts pay out, each way alone (RCT-7, SET-18). */

useTable();
const DAY = '2026-03-02';
const companyId = companyScope(newId());
const order = (clientId: string | null, more: object = {}) =>
  ({
    ...{ companyId, clientId, kind: 'cash_payment', date: DAY, amount: '5000.00', isPerson: false },
    ...{ partner: { name: `Client ${clientId}` }, ...more },
  }) as Receipt;
const counted = async () =>
  Object.fromEntries(
    (await queryItems<{ sk: string; cents: number }>({ partition: `C#${companyId}`, beginsWith: 'CASHOUT' })).map(
      ({ sk, cents }) => [sk, cents],
    ),
  );

/** The writes of a receipt are part of a transaction. */
const issue = async (receipt: Receipt) => {
  const warnings = await receiptCashWarnings(receipt);
  const writes = receiptCashWrites(receipt, 1);
  if (writes.length > 0) await transact(writes);
  return warnings;
};

test('are counted for each client, and together for all that are businesses; a cancelled one not any more', async () => {
  expect([await issue(order('a')), await issue(order('b'))]).toEqual([[], []]);
  expect(await issue(order('c'))).toEqual([
    `amount: the cash paid to businesses on ${DAY} adds up to 15000.00 lei; the law allows 10000.00 lei a day in all (Legea 70/2015, art. 3 (1) c).`,
  ]);
  // Persons, and cash that is taken, do not count there.
  expect(await issue(order('d', { isPerson: true }))).toEqual([]);
  expect(await issue(order(null, { isPerson: true }))).toEqual([]);
  expect(await issue(order('e', { kind: 'receipt' }))).toEqual([]);
  const each = { [`CASHOUT#a#${DAY}`]: 5_000_00, [`CASHOUT#b#${DAY}`]: 5_000_00, [`CASHOUT#d#${DAY}`]: 5_000_00 };
  expect(await counted()).toEqual({ ...each, [`CASHOUT#c#${DAY}`]: 5_000_00, [`CASHOUTDAY#${DAY}`]: 15_000_00 });
  await transact(receiptCashWrites(order('c'), -1));
  expect(await counted()).toEqual({ ...each, [`CASHOUT#c#${DAY}`]: 0, [`CASHOUTDAY#${DAY}`]: 10_000_00 });
});

test('a business without a record counts in the sum alone', async () => {
  const day = '2026-03-03';
  expect(await issue(order(null, { date: day }))).toEqual([]);
  expect(Object.keys(await counted()).filter(sk => sk.endsWith(day))).toEqual([`CASHOUTDAY#${day}`]);
});
