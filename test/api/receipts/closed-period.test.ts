import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cancelReceipt } from '#shared/documents/receipts/cancel.ts';
import { receiptBody } from '#shared/documents/receipts/input.ts';
import { issueReceipt, readIssueFacts } from '#shared/documents/receipts/issue.ts';
import { readReceipt } from '#shared/documents/receipts/store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { type Commit, commitPlainly } from '#shared/platform/store/transact.ts';
import { closedPeriod, lock, refusal } from '../../support/companies/closed-period.ts';
import type { Receipt } from '../../support/contract.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { paymentCalls } from '../payments/calls.ts';
import { receiptCalls } from './calls.ts';

/** The cash journal of closed days does not change (RCT-14, COM-81), also without VAT on collection. */

const { newTrader } = useTrader();
const { open, closed, periodClosed } = closedPeriod();
const BY = { userId: randomUUID(), name: 'Ana', email: 'ana@example.test' } as unknown as Actor;

async function withReceipts() {
  const trader = await newTrader();
  const calls = receiptCalls(trader);
  await calls.series();
  return { trader, ...calls };
}

describe('in a closed period', () => {
  let own: Awaited<ReturnType<typeof withReceipts>>;
  let old: Receipt;
  const key = randomUUID();

  beforeAll(async () => {
    own = await withReceipts();
    const { id } = await own.trader.issued({ issueDate: closed, dueDate: closed });
    old = await own.issued(121, { payer: null, date: closed, documents: [{ id, amount: 121 }], idempotencyKey: key });
    expect((await lock(own.trader, closed)).status).toBe(200);
  });

  it('no receipt is issued; the message names the first open day', async () => {
    for (const body of [
      { payer: 'Ion', amount: 1 },
      { payer: 'Ion', amount: 1, kind: 'cash_payment' },
      { clientId: own.trader.scope.clientId, amount: 1 },
    ]) {
      const answer = await own.send({ ...body, date: closed });
      expect(refusal(answer)).toEqual(periodClosed('date'));
      expect(answer.body.error.message).toContain(`Take an open day as date, or open the period; the first open day is ${open}.`);
    }
    expect((await own.send({ payer: 'Ion', amount: 1, date: open })).status).toBe(201);
  });

  it('none is cancelled; what is paid back is an order to pay cash of an open day', async () => {
    const journal = () => own.journal(`from=${closed}&to=${closed}`);
    const before = await journal();
    const answer = await own.cancel(old.id);
    expect(refusal(answer)).toEqual(periodClosed());
    expect(answer.body.error.message).toContain('Issue an order to pay cash of an open day');
    expect(await journal()).toEqual(before);
    expect(await paymentCalls(own.trader).list(old.documents[0]!.id)).toHaveLength(1);
    // The books are opened: it is.
    expect((await lock(own.trader, null)).status).toBe(200);
    expect((await own.cancel(old.id)).status).toBe(200);
    expect((await lock(own.trader, closed)).status).toBe(200);
  });

  it('a receipt that was issued before is returned for its idempotencyKey', async () => {
    const again = await own.send({ payer: 'Ion', amount: 1, date: closed, idempotencyKey: key });
    expect([again.status, again.body.id]).toEqual([201, old.id]);
  });
});

it('a receipt of an open day that makes VAT due is issued and cancelled, with one check of the lock', async () => {
  const { trader, send, cancel } = await withReceipts();
  expect((await lock(trader, closed)).status).toBe(200);
  const place = { receiverAddress: 'Str. Lungă 1', receiverCity: 'Cluj-Napoca', receiverCounty: 'Cluj', receiverCountry: 'RO' };
  const buyer = { clientId: null, receiverName: 'Ion', receiverCif: null, ...place };
  const invoices = await Promise.all(
    [{}, buyer].map(of => trader.issued({ issueDate: open, dueDate: open, tvaLaIncasare: true, ...of })),
  );
  for (const { id } of invoices) {
    const { status, body } = await send({ amount: 10, date: open, documents: [{ id, amount: 10 }] });
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await cancel(body.id)).status).toBe(200);
  }
});

describe('of a receipt and a lock at the same moment, the lock decides (COM-85):', () => {
  /** Commits as the service does, but the period is closed just before. */
  const closing = <R>(trader: Trader): { commit: Commit<R>; tries: () => number } => {
    let tries = 0;
    return {
      tries: () => tries,
      commit: async (writes, result) => {
        if (tries++ === 0) expect((await lock(trader, closed)).status).toBe(200);
        return commitPlainly(writes, result);
      },
    };
  };
  const refused = { details: { reason: 'period_closed', closedUntil: closed } };

  it.each(['without an invoice', 'of a client', 'that makes VAT due'])('a receipt %s', async what => {
    const { trader, list } = await withReceipts();
    const { company: id, clientId } = trader.scope;
    const invoice = await trader.issued({ issueDate: closed, dueDate: closed, tvaLaIncasare: what === 'that makes VAT due' });
    const documents = [{ id: invoice.id, amount: '10' }];
    const company = (await readCompany(id))!;
    const whose = what === 'without an invoice' ? { payer: 'Ion' } : { clientId, documents };
    const body = receiptBody.parse({ amount: '10', date: closed, ...whose });
    const { commit, tries } = closing<Awaited<ReturnType<typeof issueReceipt>>>(trader);
    const issue = issueReceipt({ company, loaded: await readIssueFacts(company.id, body), body, by: BY, commit });
    await expect(issue).rejects.toMatchObject(refused);
    // The first one was refused by the table.
    expect(tries()).toBe(1);
    expect((await list(`from=${closed}`)).total).toBe(0);
    expect(await paymentCalls(trader).list(invoice.id)).toEqual([]);
  });

  it('a cancellation', async () => {
    const { trader, issued, get } = await withReceipts();
    const { id } = await issued(10, { date: closed });
    const company = (await readCompany(trader.scope.company))!;
    const loaded = (await readReceipt(company.id, id))!;
    const { commit } = closing<typeof loaded>(trader);
    await expect(cancelReceipt({ company, loaded, reason: 'Greșit', by: BY, commit })).rejects.toMatchObject(refused);
    expect((await get(id)).status).toBe('issued');
  });
});
