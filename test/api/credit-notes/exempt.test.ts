import { describe, expect, it } from 'vitest';
import { exemptCalls, ART292, ISSUED, textIn } from './exempt-calls.ts';

const { creditBody, sendCredit, line, back, invoiced, credit, issueOf } = exemptCalls();

describe('data that a credit note inherits from the invoice', () => {
  it('reason and code of exemption, returned as on the invoice and written to the XML', async () => {
    const parent = await invoiced('RO', [line('E')], ART292);
    const note = await credit(parent, { lines: [back('E')] });
    expect(note.ublExtensions).toEqual(ART292);
    const { outcome, xml } = await issueOf(note);
    expect(outcome).toEqual(ISSUED);
    expect(textIn(xml, 'TaxExemptionReason')).toEqual([ART292.taxExemptionReason]);
    expect(textIn(xml, 'TaxExemptionReasonCode')).toEqual([ART292.taxExemptionReasonCode]);
  });
});

describe('own ublExtensions of a credit note are used where given', () => {
  it('are validated: 400 for their form, 422 for their amounts', async () => {
    const parent = await invoiced('RO', [line('S')]);
    const refused = async (overrides: object) => {
      const { status, body } = await sendCredit(creditBody(parent, overrides));
      return [status, Object.keys(body.error.details)];
    };
    expect(await refused({ ublExtensions: { delivery: { actualDeliveryDate: '30.02.2026' } } })).toEqual([
      ...[400, ['ublExtensions.delivery.actualDeliveryDate']],
    ]);
    expect(await refused({ ublExtensions: { prepaidAmount: '1.001' } })).toEqual([422, ['ublExtensions.prepaidAmount']]);
  });
});
