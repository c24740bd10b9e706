import { describe, expect, it } from 'vitest';
import { creditBody, sendCredit } from '../../support/credit-notes.ts';
import { become, call, draft, inForce } from '../../support/invoices.ts';
import { createRulesCalls } from './create-rules-calls.ts';

const { service, scope, line, post, refused } = createRulesCalls();

describe('What a credit note may state (CRN-7 to CRN-11)', () => {
  it('CRN-8: an invoice to a receiver without a record is credited with clientId null', async () => {
    const own = await draft(service(), scope, { clientId: null, receiverName: 'Ion Pop' });
    await become(scope, own.id, { status: 'issued' });
    expect((await post({ parentDocumentId: own.id, clientId: null })).body).toMatchObject({
      ...{ clientId: null, client: { uuid: null, name: 'Ion Pop' } },
    });
    expect(await refused({ parentDocumentId: own.id })).toEqual([422, 'validation_error', ['clientId']]);
  });

  it('CRN-13: credits above the total are a warning, counting all credit notes that are not cancelled', async () => {
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
});
