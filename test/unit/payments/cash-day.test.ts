import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#shared/platform/access/model.ts';
import type { NewDraftWith } from '#shared/documents/common/store-draft.ts';
import { convertedInvoice } from '#shared/documents/invoices/convert.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { cashWrites, movedCash, withCash, withCollectedCash, withoutCash } from '#shared/documents/payments/cash/day.ts';
import type { PayableParts, Payable } from '#shared/documents/payments/store.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { commitPlainly, create, transact, type Write } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../../support/documents.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';

/** The cash of a client on a day, which decides whether a payment is warned of. */

useTable();
const DAY = '2026-03-02';
let invoice: InvoiceDocument;

beforeEach(() => {
  invoice = sampleDocument({ companyId: companyScope(newId()), clientId: 'c' });
});

const payment = (id: string, amount: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id, invoiceId: invoice.id, amount, currency: 'RON', paymentDate: DAY, paymentMethod: 'cash', reference: null },
  ...{ notes: null, isReconciled: false, createdBy: null, createdAt: '', updatedAt: '' },
  ...more,
});
const besides = (): Write => create({ pk: `C#${invoice.companyId}`, sk: `BESIDE#${newId()}`, kind: 'client' });
const stored = (prefix: string) =>
  queryItems<{ sk: string; cents: number }>({ partition: `C#${invoice.companyId}`, beginsWith: prefix });
/** What is counted, by client and day. */
const counted = async () => Object.fromEntries((await stored('CASH#')).map(({ sk, cents }) => [sk.slice('CASH#'.length), cents]));
const told = (sum: string) => expect.stringContaining(`on ${DAY} adds up to ${sum} lei`) as string;

const record = async (paid: Payment, warnings: string[] = [], earlier: Payment[] = []) =>
  (await withCash(commitPlainly)([besides()], { payment: paid, invoice, earlier, warnings })).warnings;
/** What was paid to all businesses, by day. */
const paidOut = async () =>
  Object.fromEntries((await stored('CASHOUTDAY#')).map(({ sk, cents }) => [sk.slice('CASHOUTDAY#'.length), cents]));

describe('A recorded payment', () => {
  test('in cash is counted with it, with a warning above the limit, in addition to other warnings', async () => {
    expect(await record(payment('p', '5000.00'))).toEqual([]);
    expect(await record(payment('q', '0.01'), ['Another one.'])).toEqual(['Another one.', told('5000.01')]);
    expect(await counted()).toEqual({ [`c#${DAY}`]: 5_000_01 });
    expect(await stored('BESIDE#')).toHaveLength(2);
  });

  test('by another method, or on another day, has neither', async () => {
    await record(payment('p', '5000.00'));
    expect(await record(payment('q', '9000.00', { paymentMethod: 'card' }))).toEqual([]);
    expect(await record(payment('r', '10.00', { paymentDate: '2026-03-01' }))).toEqual([]);
    expect(await counted()).toEqual({ [`c#${DAY}`]: 5_000_00, 'c#2026-03-01': 10_00 });
  });

  test('of a client without a record is compared separately', async () => {
    invoice = { ...invoice, clientId: null };
    expect([await record(payment('p', '5000.00')), await record(payment('q', '0.01'))]).toEqual([[], []]);
    expect(await record(payment('r', '5000.01'))).toEqual([told('5000.01')]);
    expect(await counted()).toEqual({});
  });
});

test('a document above the limit that is paid in cash on several days is warned of', async () => {
  invoice = { ...invoice, number: 'FCT-1', total: '10000.00' };
  const first = payment('p', '5000.00', { paymentDate: '2026-03-01' });
  expect(await record(first)).toEqual([]);
  expect(await record(payment('q', '5000.00'), [], [first])).toEqual([
    expect.stringContaining('the cash taken for FCT-1 adds up to 10000.00 lei over several days'),
  ]);
});

describe('Cash that is paid to suppliers', () => {
  const to = (id: string | null) => {
    invoice = { ...invoice, direction: 'incoming', seller: { ...invoice.seller, id } };
  };

  test('is counted for each, and for all of the day: three of 5,000 lei are more than 10,000', async () => {
    for (const [id, told] of [
      ['s', []],
      ['t', []],
      [
        'u',
        [
          `paymentMethod: the cash paid to businesses on ${DAY} adds up to 15000.00 lei; the law allows 10000.00 lei a day in all (Legea 70/2015, art. 3 (1) c).`,
        ],
      ],
    ] as const) {
      to(id);
      expect(await record(payment(id, '5000.00'))).toEqual(told);
    }
    expect(await counted()).toEqual({ [`s#${DAY}`]: 5_000_00, [`t#${DAY}`]: 5_000_00, [`u#${DAY}`]: 5_000_00 });
    expect(await paidOut()).toEqual({ [DAY]: 15_000_00 });
    // A client's cash does not count there, nor another day's.
    invoice = { ...invoice, direction: 'outgoing' };
    await record(payment('in', '100.00'));
    to('s');
    expect(await record(payment('v', '5000.00', { paymentDate: '2026-03-01' }))).toEqual([]);
    expect(await paidOut()).toEqual({ [DAY]: 15_000_00, '2026-03-01': 5_000_00 });
  });

  test('counts in the sum without a record too, and not any more when it is removed', async () => {
    to(null);
    const payments = [payment('p', '4000.00'), payment('q', '1000.00')];
    for (const one of payments) await record(one);
    expect(await counted()).toEqual({});
    await withoutCash({ document: invoice, payments } as Payable, 'p', commitPlainly)([besides()], undefined);
    expect(await paidOut()).toEqual({ [DAY]: 1_000_00 });
  });

  test('is moved with the exchange rate of its invoice, not with its supplier', async () => {
    to('s');
    const payments = [payment('p', '100.00')];
    await transact(cashWrites(invoice, payments, 1));
    const other = { ...invoice, seller: { ...invoice.seller, id: 't' } };
    await transact(movedCash(invoice, other, payments));
    expect(await paidOut()).toEqual({ [DAY]: 100_00 });
    await transact(movedCash(other, { ...other, exchangeRate: '5' }, payments));
    expect(await paidOut()).toEqual({ [DAY]: 500_00 });
  });
});

test('a removed payment does not count any more; the others of the invoice do', async () => {
  const payments = [payment('p', '100.00'), payment('q', '20.00'), payment('r', '3.00', { paymentDate: '2026-03-01' })];
  await transact(cashWrites(invoice, payments, 1));
  await withoutCash({ document: invoice, payments } as Payable, 'q', commitPlainly)([besides()], undefined);
  expect(await counted()).toEqual({ [`c#${DAY}`]: 100_00, 'c#2026-03-01': 3_00 });
  expect(await stored('BESIDE#')).toHaveLength(1);
});

describe('A new invoice', () => {
  const draft = (more: Partial<NewDraftWith<PayableParts>> = {}): NewDraftWith<PayableParts> => ({
    ...{ document: invoice, recorded: [], extras: { nextNumber: 7, warnings: ['Another one.'] } },
    ...more,
  });

  test('with cash counts it, and gets a warning about it in addition to others', async () => {
    const children = { payments: [payment('p', '5000.01')] };
    const { extras, writes = [] } = await withCollectedCash(draft({ children, writes: [besides()] }));
    expect(extras).toEqual({ nextNumber: 7, warnings: ['Another one.', told('5000.01')] });
    await transact(writes);
    expect(await counted()).toEqual({ [`c#${DAY}`]: 5_000_01 });
    expect(await stored('BESIDE#')).toHaveLength(1);
  });

  test('without cash is not changed', async () => {
    for (const children of [
      undefined,
      {},
      { payments: [] },
      { payments: [payment('p', '9000.00', { paymentMethod: 'card' })] },
    ]) {
      const { extras, writes } = await withCollectedCash(draft(children && { children }));
      expect([extras, writes]).toEqual([draft().extras, []]);
    }
    expect((await withCollectedCash({ document: invoice, recorded: [] })).extras).toEqual({ warnings: [] });
  });

  test('of a proforma counts the cash that it is converted with', () => {
    const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
    const counts = (type: 'cash' | 'card') =>
      convertedInvoice(invoice, by, undefined, { type, issueDate: DAY }).writes.flatMap(({ operation: { Update } }) =>
        Update?.Key?.['sk'] === `CASH#c#${DAY}` ? [Update.ExpressionAttributeValues?.[':cents'] as number] : [],
      );
    expect([counts('cash'), counts('card')]).toEqual([[121_00], []]);
  });
});

describe('an invoice that changes after it was paid in cash', () => {
  const payments = () => [payment('p', '100.00'), payment('q', '20.00'), payment('r', '3.00', { paymentMethod: 'card' })];
  test.each<[string, Partial<InvoiceDocument>, Record<string, number>]>([
    ['its client: the cash is of the new one', { clientId: 'd' }, { [`c#${DAY}`]: 0, [`d#${DAY}`]: 120_00 }],
    ['from a client to none', { clientId: null }, { [`c#${DAY}`]: 0 }],
    ['its exchange rate: the cash is of another worth in lei', { exchangeRate: '5' }, { [`c#${DAY}`]: 600_00 }],
    ['both', { clientId: 'd', exchangeRate: '5' }, { [`c#${DAY}`]: 0, [`d#${DAY}`]: 600_00 }],
  ])('%s', async (_, changes, expected) => {
    await transact(cashWrites(invoice, payments(), 1));
    await transact(movedCash(invoice, { ...invoice, ...changes }, payments()));
    expect(await counted()).toEqual(expected);
    await transact([besides(), ...cashWrites({ ...invoice, ...changes }, payments(), -1)]);
    expect(Object.values(await counted()).filter(cents => cents !== 0)).toEqual([]);
  });

  test('of other fields writes nothing', () => {
    expect(movedCash(invoice, { ...invoice, notes: 'Mulțumim!' }, payments())).toEqual([]);
  });
});
