import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice, Journal, LedgerReport, Refusal, SalesReport } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { purchaseBody } from '../../support/purchases/purchases.ts';
import type { Scope } from '../../support/service.ts';
import { useOwnService } from '../../support/service.ts';
import { sandboxCalls } from './calls.ts';

/** Journals, ledgers and sales of a sandbox company, beside a company of the same owner and tax number. */

const service = useOwnService();
const { create, key, tester } = sandboxCalls(service);

it('reports of a sandbox company have its own documents only, and those of the company none of them', async () => {
  const sandbox = await tester();
  const { status, body: company } = await create(sandbox.user.token, { cif: sandbox.cif, vatCode: `RO${sandbox.cif}` });
  expect(status).toBe(201);
  const real: Scope = { company: company.id, token: await key(sandbox.user, false) };
  const lines = (unitPrice: number) => [{ description: 'Masă', quantity: 1, unitPrice, vatRate: 21 }];
  async function trading(scope: Scope, unitPrice: number) {
    const { id: clientId } = await service().newClient(scope);
    const invoice = await issued(service(), scope, { clientId, lines: lines(unitPrice) });
    const paid = await call(service(), scope, 'POST', `/invoices/${invoice.id}/payments`, { amount: 21, paymentDate: today() });
    const body = purchaseBody({ issueDate: today(), number: 'EU-1', groups: [{ base: unitPrice }] });
    const purchase = await call<Invoice>(service(), scope, 'POST', '/purchases', body);
    expect([paid.status, purchase.status]).toEqual([201, 201]);
    return { invoice, purchase: purchase.body, clientId };
  }
  const [tried, earned] = [await trading(sandbox, 100), await trading(real, 700)];
  const month = today().slice(0, 7);
  async function reportsOf(scope: Scope) {
    await service().idle();
    const get = async <T>(path: string): Promise<T> => {
      const answer = await call<T>(service(), scope, 'GET', `/reports/${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const [sales, purchases, ledger, summary] = await Promise.all([
      get<Journal>(`journal?period=${month}`),
      get<Journal>(`journal?period=${month}&role=purchase`),
      get<LedgerReport>(`ledger?role=sale&dateFrom=${month}-01&dateTo=${today()}`),
      get<SalesReport>(`sales?dateFrom=${month}-01&dateTo=${today()}`),
    ]);
    return { sales, purchases, ledger, summary };
  }
  // 121 less 21 paid; 847 less 21.
  const expected = [
    [sandbox, tried, 100, 121, 100],
    [real, earned, 700, 847, 826],
  ] as const;
  for (const [scope, { invoice, purchase, clientId }, base, debit, closing] of expected) {
    const { sales, purchases, ledger, summary } = await reportsOf(scope);
    expect(sales.data).toMatchObject([{ documentId: invoice.id, groups: [{ baseLei: base }] }]);
    expect(purchases.data).toMatchObject([{ documentId: purchase.id, groups: [{ baseLei: base }] }]);
    expect(ledger.data).toMatchObject([{ partner: { id: clientId }, opening: 0, debit, credit: 21, closing }]);
    expect(summary.kpiSummary.periodInvoiced).toMatchObject({ subtotal: base, total: debit, count: 1 });
  }
  const asked = await call<Refusal>(service(), { ...sandbox, company: real.company }, 'GET', `/reports/journal?period=${month}`);
  expect(asked.status).toBe(403);
});
