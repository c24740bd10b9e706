import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import type { CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

/** VAT rates of 0 % by category, and buyers by country. */
const rates: Record<string, string> = {};
const clients: Record<string, string> = {};
const ART292 = { taxExemptionReason: 'Scutit, art. 292 alin. (1) lit. a)', taxExemptionReasonCode: 'VATEX-EU-132' };
const ISSUED = [200, undefined];
const textIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}>([^<]*)</cbc:${name}>`, 'g'))].map(match => match[1] ?? '');

const { service, scope, request, act, issued, xmlOf, creditBody, sendCredit, creditDraft } = useTrader();

beforeAll(async () => {
  for (const categoryCode of DEPTH ? ['Z', 'E', 'AE', 'K', 'G', 'O'] : ['E']) {
    const body = { rate: 0, label: `Zero ${categoryCode}`, categoryCode };
    const sent = service().api('POST', '/api/v1/vat-rates', { ...scope, body });
    rates[categoryCode] = (await expecting<{ id: string }>(201, 'A rate', sent)).id;
  }
  clients['RO'] = scope.clientId;
  if (!DEPTH) return;
  const abroad = { registrationNumber: null, county: null };
  const austrian = { name: 'Holzwerkstatt GmbH', cui: 'ATU12345678', vatCode: 'ATU12345678', country: 'AT', city: 'Wien' };
  const moldovan = {
    name: 'Codru SRL',
    cui: '1003600012345',
    vatCode: null,
    isVatPayer: false,
    country: 'MD',
    city: 'Chișinău',
  };
  clients['AT'] = (await service().newClient(scope, { ...abroad, ...austrian })).id;
  clients['MD'] = (await service().newClient(scope, { ...abroad, ...moldovan })).id;
});

/** A line of the parent, or of its credit note. */
const line = (category: string, overrides: object = {}) => ({
  ...{ description: 'Marfă', quantity: 1, unitPrice: 100, vatCategoryCode: category },
  vatRateId: category === 'S' ? scope.vat21 : rates[category],
  ...overrides,
});
const back = (category: string, overrides: object = {}) =>
  line(category, { quantity: -1, vatCategoryCode: undefined, ...overrides });

const invoiced = (country: string, lines: object[], ublExtensions?: object): Promise<Invoice> =>
  issued({ clientId: clients[country], lines, ublExtensions });
const credit = (parent: Invoice, overrides: object): Promise<CreditNote> =>
  creditDraft(parent, { clientId: parent.client?.id, ...overrides });

/** Status and error of issuing; and the XML. */
async function issueOf(note: CreditNote): Promise<{ outcome: unknown[]; xml: string }> {
  const { status, body } = await act<Partial<Refusal>>(note.id, 'issue');
  return {
    outcome: [status, body.error?.details],
    xml: status === 200 ? await xmlOf(note.id) : '',
  };
}

const VIENNA = { streetName: 'Mariahilfer Straße 1', cityName: 'Wien', countrySubentity: 'Wien', countryCode: 'AT' };
const DELIVERY = { actualDeliveryDate: '2026-02-27', deliveryAddress: VIENNA };
const replace = async (parent: Invoice, note: CreditNote, overrides: object): Promise<CreditNote> => {
  const body = creditBody(parent, { clientId: parent.client?.id, ...overrides });
  return (await sendCredit(body, note.id)).body;
};

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

  it.runIf(DEPTH)('date and place of delivery, and nothing else of its ublExtensions', async () => {
    const others = { prepaidAmount: '5.00', additionalDocumentReferences: [{ id: 'A-1' }] };
    const parent = await invoiced('AT', [line('K')], { delivery: DELIVERY, ...others });
    const note = await credit(parent, { lines: [back('K')] });
    expect(note.ublExtensions).toEqual({ delivery: DELIVERY });
    const { xml } = await issueOf(note);
    expect(textIn(xml, 'ActualDeliveryDate')).toEqual([DELIVERY.actualDeliveryDate]);
    expect(xml).toContain(VIENNA.streetName);
    expect(xml).toContain('<cbc:CompanyID>ATU12345678</cbc:CompanyID>');
  });

  it.runIf(DEPTH)('the period of an intra-community supply that was invoiced without a date of delivery (BR-IC-11)', async () => {
    const invoicePeriod = { startDate: '2026-02-01', endDate: '2026-02-28' };
    const parent = await invoiced('AT', [line('K')], { delivery: { deliveryAddress: VIENNA }, invoicePeriod });
    const note = await credit(parent, { lines: [back('K')] });
    expect(note.ublExtensions).toEqual({ delivery: { deliveryAddress: VIENNA }, invoicePeriod });
    expect((await issueOf(note)).outcome).toEqual(ISSUED);
  });

  it.runIf(DEPTH)('the reason that the company gave by default when the invoice was issued', async () => {
    const setReason = (taxExemptionReason: string | null) =>
      expecting(
        200,
        'PATCH',
        service().api('PATCH', `/api/v1/companies/${scope.company}`, { ...scope, body: { taxExemptionReason } }),
      );
    await setReason('Scutit, art. 310');
    const parent = await invoiced('RO', [line('E')]);
    await setReason(null);
    const note = await credit(parent, { lines: [back('E')] });
    expect(note.ublExtensions).toEqual({ taxExemptionReason: 'Scutit, art. 310' });
    expect((await issueOf(note)).outcome).toEqual(ISSUED);
  });

  it.runIf(DEPTH)('the reasons of its lines: of the credited line, else those of all lines of the category', async () => {
    const reason = (text: string) => ({ ublExtensions: { taxExemptionReason: text } });
    const parent = await invoiced('RO', [
      line('E', { description: 'Curs', ...reason('art. 292 (1) f)') }),
      line('E', { description: 'Consultație', ...reason('art. 292 (1) a)') }),
      line('S', { description: 'Manual' }),
    ]);
    const own = await credit(parent, { lines: [back('E', { description: 'Consultație' }), back('S')] });
    expect(own.lines.map(one => one.ublExtensions)).toEqual([{ taxExemptionReason: 'art. 292 (1) a)' }, null]);
    expect(textIn((await issueOf(own)).xml, 'TaxExemptionReason')).toEqual(['art. 292 (1) a)']);
    const other = await credit(parent, { lines: [back('E', { description: 'Reducere' })] });
    expect(textIn((await issueOf(other)).xml, 'TaxExemptionReason')).toEqual(['art. 292 (1) f); art. 292 (1) a)']);
  });

  it.runIf(DEPTH)("a line's own reason under reverse charge", async () => {
    const ublExtensions = { taxExemptionReason: 'Taxare inversă, art. 331 alin. (2) lit. b)' };
    const parent = await invoiced('RO', [line('AE', { ublExtensions })]);
    const { xml } = await issueOf(await credit(parent, { lines: [back('AE')] }));
    expect(textIn(xml, 'TaxExemptionReason')).toEqual([ublExtensions.taxExemptionReason]);
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

  const own = { taxExemptionReason: 'Altul' };

  it.runIf(DEPTH)('an own reason replaces reason and code together; delivery stays inherited', async () => {
    const parent = await invoiced('RO', [line('E')], { ...ART292, delivery: DELIVERY });
    const note = await credit(parent, { lines: [back('E')], ublExtensions: own });
    expect(note.ublExtensions).toEqual({ ...own, delivery: DELIVERY });
    const { outcome, xml } = await issueOf(note);
    expect([outcome, textIn(xml, 'TaxExemptionReason'), textIn(xml, 'TaxExemptionReasonCode')]).toEqual([ISSUED, ['Altul'], []]);
  });

  it.runIf(DEPTH)(
    'an own reason of the document precedes those of the credited lines, an own one of a line precedes all',
    async () => {
      const parent = await invoiced('RO', [line('E', { ublExtensions: ART292 })]);
      const byDocument = await credit(parent, { lines: [back('E')], ublExtensions: own });
      expect(byDocument.lines[0]?.ublExtensions).toBeNull();
      expect(textIn((await issueOf(byDocument)).xml, 'TaxExemptionReason')).toEqual(['Altul']);
      const byLine = await credit(parent, { lines: [back('E', { ublExtensions: { taxExemptionReason: 'Al liniei' } })] });
      expect(textIn((await issueOf(byLine)).xml, 'TaxExemptionReason')).toEqual(['Al liniei']);
    },
  );

  it.runIf(DEPTH)('an own date of delivery with the inherited place', async () => {
    const parent = await invoiced('AT', [line('K')], { delivery: DELIVERY });
    const delivery = { actualDeliveryDate: '2026-03-01' };
    const note = await credit(parent, { lines: [back('K')], ublExtensions: { delivery } });
    expect(note.ublExtensions).toEqual({ delivery: { ...delivery, deliveryAddress: VIENNA } });
  });

  it.runIf(DEPTH)('allowances, references and line extensions are stored, returned and written', async () => {
    const parent = await invoiced('RO', [line('S', { unitPrice: 500 })]);
    const ublExtensions = {
      allowanceCharges: [{ chargeIndicator: false, amount: '10.00', taxCategoryCode: 'S', taxRate: '21' }],
      additionalDocumentReferences: [{ id: 'PV-RETUR-7' }],
    };
    const ofLine = { originCountry: 'IT', additionalItemProperties: [{ name: 'Culoare', value: 'nuc' }] };
    const note = await credit(parent, { lines: [back('S', { ublExtensions: ofLine })], ublExtensions });
    expect([note.ublExtensions, note.lines[0]?.ublExtensions]).toEqual([ublExtensions, ofLine]);
    const shown = (await request<CreditNote>('GET', `/invoices/${note.id}`)).body;
    expect([shown.ublExtensions, shown.lines[0]?.ublExtensions]).toEqual([ublExtensions, ofLine]);
    const { outcome, xml } = await issueOf(note);
    expect(outcome).toEqual(ISSUED);
    expect(textIn(xml, 'ID')).toContain('PV-RETUR-7');
  });

  it.runIf(DEPTH)('replaced without them, or with null, the credit note has the inherited ones again', async () => {
    const parent = await invoiced('RO', [line('E')], ART292);
    const note = await credit(parent, { lines: [back('E')], ublExtensions: { ...own, delivery: DELIVERY } });
    for (const ublExtensions of [undefined, null, {}]) {
      await replace(parent, note, { lines: [back('E')], ublExtensions: own });
      const after = await replace(parent, note, { lines: [back('E')], ublExtensions });
      expect(after.ublExtensions).toEqual(ART292);
    }
    expect((await issueOf(note)).outcome).toEqual(ISSUED);
  });
});

describe.runIf(DEPTH)('Credit notes of every VAT category are issued as they are sent (CRN-19 to CRN-21)', () => {
  it.each([
    ['S', 'RO', undefined],
    ['Z', 'RO', undefined],
    ['E', 'RO', ART292],
    ['AE', 'RO', undefined],
    ['K', 'AT', { delivery: DELIVERY }],
    ['G', 'MD', undefined],
    ['O', 'RO', undefined],
  ])('%s', async (category, country, ublExtensions) => {
    const parent = await invoiced(country, [line(category)], ublExtensions);
    const note = await credit(parent, { lines: [back(category)] });
    const { outcome, xml } = await issueOf(note);
    expect(outcome).toEqual(ISSUED);
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381<');
  });
});
