import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, post, invoiceBody } = useTrader();

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

async function created(overrides: object = {}) {
  const answer = await post(invoiceBody(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** The response's status, code and the fields that `details` names. */
const refused = async (overrides: object) => refusedFields(await post(invoiceBody(overrides)));

describe('autoApplyVatRules', () => {
  it("takes the destination country's rate for any other EU client", async () => {
    const { id: clientId } = await service().newClient(scope, {
      ...{ type: 'individual', name: 'Jan Nowak', cui: null, country: 'PL', county: null, isVatPayer: false },
    });
    const { invoice } = await created({
      clientId,
      autoApplyVatRules: true,
      vatIncluded: true,
      lines: [line({ unitPrice: 123 })],
    });
    expect(invoice).toMatchObject({
      ...{ total: 123, subtotal: 100, lines: [{ vatRate: 23, vatCategoryCode: 'S', vatIncluded: true }] },
    });
  });

  it('does not change the lines for clients at home and outside the EU', async () => {
    const swiss = await service().newClient(scope, {
      ...{ type: 'company', name: 'Zürich AG', cui: 'CHE123456789', country: 'CH', county: null },
    });
    for (const clientId of [scope.clientId, swiss.id]) {
      const { invoice } = await created({ clientId, autoApplyVatRules: true, lines: [line({ vatRate: 11 })] });
      expect(invoice).toMatchObject({ lines: [{ vatRate: 11, vatCategoryCode: 'S' }] });
    }
  });
});

describe('collect records a payment at once (SET-19 to SET-21)', () => {
  it('of the whole total today by default: the invoice is paid', async () => {
    const { invoice } = await created({ collect: {} });
    expect(invoice).toMatchObject({
      ...{ amountPaid: 121, balance: 0, paymentStatus: 'paid', status: 'draft', paidAt: today() },
      payments: [{ amount: 121, paymentDate: today(), paymentMethod: 'bank_transfer', reference: null, notes: null }],
    });
    expect(invoice.events.map(event => [event.type, event.status])).toEqual([
      ['payment_received', null],
      ['created', 'draft'],
    ]);
    const [payment] = invoice.payments as { id: string }[];
    expect(invoice.events[0]?.metadata).toEqual({
      ...{ paymentId: payment?.id, amount: 121, currency: 'RON', method: 'bank_transfer' },
    });
  });

  it('of a part: partially paid', async () => {
    const { invoice } = await created({ collect: { value: 21.5 } });
    expect(invoice).toMatchObject({ amountPaid: 21.5, balance: 99.5, paymentStatus: 'partially_paid', paidAt: null });
  });

  it('of a cent more than the total, which is within the tolerance, and no more', async () => {
    const { invoice } = await created({ collect: { value: 121.01 } });
    expect(invoice).toMatchObject({ amountPaid: 121.01, balance: 0, paymentStatus: 'paid' });
    expect(await refused({ collect: { value: 121.02 } })).toEqual([422, 'validation_error', ['collect.value']]);
  });
});
