import { describe, expect, it } from 'vitest';
import { creditBody, sendCredit } from '../../support/credit-notes.ts';
import { become, call, draft, inForce } from '../../support/invoices.ts';
import { createRulesCalls } from './create-rules-calls.ts';

const { service, scope, line, post, refused } = createRulesCalls();

describe('Rules 1 to 5 (interface §as credit note)', () => {
  it.each(['sent_to_provider', 'validated', 'rejected', 'error'] as const)(
    'rule 1: an invoice that is %s can be credited: that it is validated is only recommended',
    async status => {
      const own = await inForce(service(), scope, { clientId: scope.clientId });
      await become(scope, own.id, { status });
      expect((await post({ parentDocumentId: own.id })).status).toBe(201);
    },
  );

  it('rule 2: an invoice to a receiver without a record is credited with clientId null', async () => {
    const own = await draft(service(), scope, { clientId: null, receiverName: 'Ion Pop' });
    await become(scope, own.id, { status: 'issued' });
    expect((await post({ parentDocumentId: own.id, clientId: null })).body).toMatchObject({
      ...{ clientId: null, client: { uuid: null, name: 'Ion Pop' } },
    });
    expect(await refused({ parentDocumentId: own.id })).toEqual([422, 'validation_error', ['clientId']]);
  });

  it('rule 4: credits above the total are a warning, counting all credit notes that are not cancelled', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const half = [line({ quantity: -6 })];
    const first = await sendCredit(service(), scope, creditBody(scope, own, { lines: half }));
    const second = await sendCredit(service(), scope, creditBody(scope, own, { lines: half }));
    expect([first.status, first.body.warnings]).toEqual([201, undefined]);
    expect([second.status, second.body.warnings]).toEqual([201, [expect.stringContaining('145.20')]]);
    await call(service(), scope, 'POST', `/invoices/${first.body.id}/cancel`, { reason: 'Credited twice' });
    const third = await sendCredit(service(), scope, creditBody(scope, own, { lines: [line({ quantity: -4 })] }));
    expect([third.status, third.body.warnings]).toEqual([201, undefined]);
  });

  it('a VAT rate that the invoice does not have is a warning', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const lines = [line(), line({ vatRateId: scope.vat11 })];
    const { body: note } = await sendCredit(service(), scope, creditBody(scope, own, { lines }));
    expect(note.warnings).toEqual([expect.stringContaining('lines.1.vatRateId')]);
  });

  it.each<[string, object, string]>([
    ['a positive line', { quantity: 1 }, 'lines.0.quantity'],
    ['negative quantity and negative price', { unitPrice: -10 }, 'lines.0.quantity'],
    ['a price of 0', { unitPrice: 0 }, 'lines.0.quantity'],
    ['a negative discount', { discount: -1 }, 'lines.0.discount'],
    ['a discount above the line', { discount: 11 }, 'lines.0.discount'],
    ['a discount of all of the line', { discount: 10 }, 'lines.0.total'],
    ['a discount of 100 percent', { discountPercent: 100 }, 'lines.0.total'],
    ['a discount of 101 percent', { discountPercent: 101 }, 'lines.0.discountPercent'],
    ['both discounts', { discount: 1, discountPercent: 1 }, 'lines.0.discount'],
    ['five decimals', { unitPrice: 0.00001 }, 'lines.0.unitPrice'],
  ])('all calculated amounts are negative: %s is refused with 422', async (_, overrides, field) => {
    const { status, body: answer } = await post({ lines: [line(overrides)] });
    expect([status, answer.error?.code, Object.keys(answer.error?.details ?? {})]).toMatchObject([
      422,
      'validation_error',
      [field],
    ]);
  });
});
