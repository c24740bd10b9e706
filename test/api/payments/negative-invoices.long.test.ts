import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { RETURNED, settlementOf, UNPAID } from './settlement-calls.ts';

const trader = useTrader();
const { service, scope, act, issued, creditIssued } = trader;
const state = (id: string) => settlementOf(trader, id);

describe('A negative invoice reduces the invoice that it names (SET-25 to SET-28)', () => {
  it('by number, until it is cancelled', async () => {
    const { id, number, issueDate } = await issued();
    const storno = await issued({ ...RETURNED, precedingInvoices: [{ number, issueDate }] });
    expect(await state(id)).toEqual({ ...UNPAID, creditedAmount: 121, balance: 0, paymentStatus: 'paid' });
    await act(storno.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await state(id)).toEqual(UNPAID);
  });

  it('not one of another client, in another currency, or two of them', async () => {
    const invoice = await issued();
    const other = await issued({ lines: [{ description: 'Altele', quantity: 1, unitPrice: 50, vatRate: 21 }] });
    const { id: clientId } = await service().newClient(scope, { cui: 'RO2864518', name: 'Altul SRL' });
    await issued({ ...RETURNED, clientId, parentDocumentId: invoice.id });
    await issued({ ...RETURNED, currency: 'EUR', exchangeRate: 5, parentDocumentId: invoice.id });
    const named = [invoice, other].map(({ number, issueDate }) => ({ number, issueDate }));
    await issued({ ...RETURNED, precedingInvoices: named });
    expect(await state(invoice.id)).toEqual(UNPAID);
  });

  it('a cancelled invoice that the authority has validated may be reversed too', async () => {
    const invoice = await issued();
    await trader.become(invoice.id, { status: 'validated', taxauthStatus: 'validated' });
    await act(invoice.id, 'cancel', { reason: 'Comandă anulată' });
    await creditIssued(invoice, { lines: [{ ...RETURNED.lines[0], vatRateId: scope.vat21 }] });
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 121, balance: 0, refundDue: 0 });
  });

  it('keeps its parent, client, currency and sign while it is issued', async () => {
    const invoice = await issued();
    const storno = await issued({ ...RETURNED, parentDocumentId: invoice.id });
    await trader.become(storno.id, { status: 'rejected' });
    const changed = await trader.put(storno.id, { parentDocumentId: null });
    expect(Object.keys(changed.body.error.details)).toEqual(['parentDocumentId']);
    await trader.put(storno.id, { lines: [{ description: 'Retur', quantity: -0.5, unitPrice: 100, vatRate: 21 }] });
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 60.5, balance: 60.5 });
  });
});
