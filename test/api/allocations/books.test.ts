import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { idOfDay } from '#shared/base/kernel/ids.ts';
import { prepareAllocation } from '#shared/documents/allocations/prepare.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { closedPeriod, lock, refusal } from '../../support/companies/closed-period.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { allocationCalls } from './calls.ts';

/** Allocations in the books: ledgers, open balances, statements, VAT on collection, closed periods (SET-50 to SET-57), and what they cost. */

const { newTrader, service } = useTrader();
const BY = { userId: randomUUID(), name: 'Ana', email: 'ana@example.test' } as unknown as Actor;

interface Row {
  date: string;
  kind: string;
  number: string;
  documentId: string | null;
  debit: number;
  credit: number;
  balance: number;
}

describe('the credit of a client', () => {
  let trader: Trader;
  let calls: ReturnType<typeof allocationCalls>;
  const get = async <T>(path: string): Promise<T> => (await trader.request<T>('GET', path)).body;
  beforeAll(async () => {
    trader = await newTrader();
    calls = allocationCalls(trader);
  });

  it('is on the account from its day on, in all reports, and off it as it is used', async () => {
    const { clientId } = trader.scope;
    const [before, day] = [addDays(today(), -3), addDays(today(), -1)];
    const { body: advance } = await calls.allocate({ amount: 100, paymentDate: before });
    const invoice = await trader.issued({ issueDate: day, dueDate: day });
    await calls.allocate({ amount: 81, useCredit: 40, paymentDate: day, documents: [{ id: invoice.id, amount: 121 }] });
    await calls.allocate({ amount: -25 });
    const ledger = `/reports/ledger?role=sale&from=${before}&partnerKey=${clientId}`;
    const rows = (await get<{ data: Row[] }>(ledger)).data;
    const isAdvanceFirst = 'advance' < invoice.number;
    const offset = isAdvanceFirst
      ? [
          [day, 'offset', 'advance', 40, 0, -20],
          [day, 'offset', invoice.number, 0, 40, -60],
        ]
      : [
          [day, 'offset', invoice.number, 0, 40, -100],
          [day, 'offset', 'advance', 40, 0, -60],
        ];
    expect(rows.map(({ date, kind, number, debit, credit, balance }) => [date, kind, number, debit, credit, balance])).toEqual([
      [before, 'payment', 'advance', 0, 100, -100],
      [day, 'invoice', invoice.number, 121, 0, 21],
      [day, 'payment', invoice.number, 0, 81, -60],
      // 40 of the advance pay the invoice, on both of which there is a row.
      ...offset,
      [today(), 'refund', 'advance', 25, 0, -35],
    ]);
    const openAt = async (date: string) => {
      const balance = await get<{ clients: { balance: number }[] }>(`/reports/balance?date=${date}`);
      const statement = await get<{
        documents: { number: string; total: number; settled: number; open: number; documentId: null }[];
      }>(`/reports/statement?clientId=${clientId}&date=${date}`);
      return [
        balance.clients[0]?.balance,
        statement.documents.map(({ number, total, settled, open }) => [number, total, settled, open]),
      ];
    };
    expect(await openAt(before)).toEqual([-100, [['advance', -100, 0, -100]]]);
    expect(await openAt(day)).toEqual([-60, [['advance', -100, -40, -60]]]);
    expect(await openAt(today())).toEqual([-35, [['advance', -100, -65, -35]]]);
    expect(advance.credit).toBe(100);
    expect(await calls.creditOf()).toEqual([{ currency: 'RON', amount: 35 }]);
  });
});

describe('a closed period', () => {
  const { closed, open, periodClosed } = closedPeriod();
  it('refuses what makes VAT due in it, and nothing else', async () => {
    const trader = await newTrader();
    const { allocate, undo } = allocationCalls(trader);
    const dated = { issueDate: closed, dueDate: closed };
    const [usual, collected] = [await trader.issued(dated), await trader.issued({ ...dated, tvaLaIncasare: true })];
    const pay = (id: string, paymentDate: string) => allocate({ amount: 12.1, paymentDate, documents: [{ id, amount: 12.1 }] });
    const before = await pay(collected.id, closed);
    expect(before.status).toBe(201);
    const vatOf = async (): Promise<number> => {
      const { body } = await trader.request<{ data: { documentId: string; paymentId?: string | null; vat?: number }[] }>(
        'GET',
        `/reports/journal?role=sale&period=${closed.slice(0, 7)}&limit=100`,
      );
      return body.data.filter(row => row.documentId === collected.id && row.paymentId).length;
    };
    expect(await vatOf()).toBe(1);
    expect((await lock(trader, closed)).status).toBe(200);
    expect(refusal(await pay(collected.id, closed))).toEqual(periodClosed('paymentDate'));
    expect(refusal(await undo(before.body.uuid))).toEqual(periodClosed());
    const late = await pay(usual.id, closed);
    expect(late.status).toBe(201);
    expect((await undo(late.body.uuid)).status).toBe(204);
    expect((await pay(collected.id, open)).status).toBe(201);
  });
});

describe('the transaction', () => {
  it('has fewer than 100 items at its largest', async () => {
    const trader = await newTrader();
    const { clientId, company: id } = trader.scope;
    const { allocate } = allocationCalls(trader);
    await allocate({ amount: 10, paymentDate: addDays(today(), -2) });
    const documents: { id: string; amount: string }[] = [];
    while (documents.length < 20) documents.push({ id: (await trader.inForce({ tvaLaIncasare: true })).id, amount: '121' });
    const request = {
      ...{ id: idOfDay(today()), clientId, paymentDate: addDays(today(), -1), amount: '2410', currency: 'RON', useCredit: '10' },
      ...{ paymentMethod: 'cash' as const, reference: null, notes: null, documents },
    };
    const company = (await readCompany(id))!;
    const { writes } = await prepareAllocation(company, request, { by: BY, attempt: 1 });
    // Each document: header, timeline, payment and its entry; one of them has two payments. Beside the counters, credit, allocation, cash and lock.
    console.log(`an allocation over 20 documents: ${writes.length} items`);
    // The response under an Idempotency-Key, and the ticket, come to it.
    expect(writes.length).toBeLessThanOrEqual(96);
  });

  it('costs what its documents do', async () => {
    const trader = await newTrader();
    const { allocate } = allocationCalls(trader);
    const units: string[] = [];
    for (const count of [1, 5, 20]) {
      const documents: { id: string; amount: number }[] = [];
      while (documents.length < count) documents.push({ id: (await trader.inForce()).id, amount: 121 });
      expect((await allocate({ amount: 121 * count, documents })).status).toBe(201);
      const used = service()
        .runtime.meter.last(20)
        .find(({ function: name }) => name === 'allocations-create')?.dynamodb;
      units.push(`${count}: ${used?.writeUnits} write and ${used?.readUnits} read units`);
      expect(used?.writeUnits).toBeLessThanOrEqual(10 + 16 * count);
    }
    console.log(`an allocation over documents, ${units.join('; ')}`);
  });
});
