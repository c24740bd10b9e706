import { describe, expect, it } from 'vitest';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { explain, validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import {
  sampleBuyer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
  type DocumentOverrides,
} from '../../support/documents.ts';
import type { DocumentFinding } from '#shared/authority/einvoice/validation/finding.ts';
import type { DocumentExtensions, LineExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';

/** A broken document: the rule that it violates, and the field of the request to change. */
interface Case {
  rule: string;
  field: string | null;
  document: DocumentOverrides;
}

const seller = (overrides: Parameters<typeof sampleSeller>[0]): DocumentOverrides => ({ seller: sampleSeller(overrides) });
const buyer = (overrides: Parameters<typeof sampleBuyer>[0]): DocumentOverrides => ({ client: sampleBuyer(overrides) });
const extended = (ublExtensions: DocumentExtensions): DocumentOverrides => ({ ublExtensions });
const ofLine = (overrides: Partial<LineInput>): DocumentOverrides => ({ lines: [sampleLine(overrides)] });
const extendedLine = (ublExtensions: LineExtensions): DocumentOverrides => ofLine({ ublExtensions });
const deliverTo = (deliveryAddress: NonNullable<DocumentExtensions['delivery']>['deliveryAddress']): DocumentOverrides =>
  extended({ delivery: { deliveryAddress } });
const place = { streetName: 'Str. Morii 1', cityName: 'Turda', countrySubentity: 'Cluj', countryCode: 'RO' };
const path = 'ublExtensions.delivery.deliveryAddress';
const long = (length: number): string => 'ș'.repeat(length);

describe('explain', () => {
  it.each(['BR-RO-020', 'BR-RO-020_1'])('names term and field of a rule in several parts, found as %s', rule => {
    const found = { rule, xpath: '/Invoice/cbc:InvoiceTypeCode' };
    expect(explain(sampleDocument(), found)).toEqual({ businessTerm: 'BT-3', field: 'invoiceTypeCode' });
  });
});

const CASES: Case[] = [
  { rule: 'BR-06', field: null, document: seller({ name: ' ' }) },
  { rule: 'BR-RO-081', field: null, document: seller({ address: null }) },
  { rule: 'BR-RO-091', field: null, document: seller({ city: null, county: 'Cluj' }) },
  { rule: 'BR-RO-110', field: null, document: seller({ city: 'Cluj-Napoca', county: 'Transilvania' }) },
  { rule: 'BR-RO-100', field: null, document: seller({ address: 'Str. Mântuleasa 17' }) },
  { rule: 'BR-RO-065', field: null, document: { ...seller({ cif: null, vatCode: null }) } },
  {
    rule: 'BR-G-02',
    field: null,
    document: { ...seller({ isVatPayer: false }), platitorTva: false, ...ofLine({ vatCategoryCode: 'G', vatRate: '0' }) },
  },
  { rule: 'BR-07', field: 'clientId', document: { client: null } },
  { rule: 'BR-RO-082', field: 'clientId', document: buyer({ address: ' ' }) },
  { rule: 'BR-RO-092', field: 'clientId', document: buyer({ city: null }) },
  { rule: 'BR-RO-111', field: 'clientId', document: buyer({ county: null }) },
  { rule: 'BR-RO-101', field: 'clientId', document: buyer({ city: 'București', county: null }) },
  { rule: 'BR-RO-120', field: 'receiverCif', document: buyer({ id: null, cif: null }) },
  { rule: 'BR-CL-14', field: 'clientId', document: buyer({ country: 'ROM' }) },
  {
    rule: 'BR-IC-02',
    field: 'clientId',
    document: { ...buyer({ cif: null, isVatPayer: false }), ...ofLine({ vatCategoryCode: 'K', vatRate: '0' }) },
  },
  { rule: 'BR-17', field: 'payeeName', document: { payeeIdentifier: '29074154' } },
  { rule: 'BR-57', field: `${path}.countryCode`, document: deliverTo({ ...place, countryCode: undefined }) },
  { rule: 'BR-RO-180', field: `${path}.streetName`, document: deliverTo({ ...place, streetName: undefined }) },
  { rule: 'BR-RO-201', field: `${path}.cityName`, document: deliverTo({ ...place, cityName: undefined }) },
  { rule: 'BR-RO-211', field: `${path}.countrySubentity`, document: deliverTo({ ...place, countrySubentity: undefined }) },
  { rule: 'BR-RO-212', field: `${path}.countrySubentity`, document: deliverTo({ ...place, countrySubentity: 'Ardeal' }) },
  {
    rule: 'BR-RO-202',
    field: `${path}.cityName`,
    document: deliverTo({ ...place, cityName: 'București', countrySubentity: 'B' }),
  },
  {
    rule: 'BR-IC-11',
    field: 'ublExtensions.delivery.actualDeliveryDate',
    document: ofLine({ vatCategoryCode: 'K', vatRate: '0' }),
  },
  { rule: 'BR-IC-12', field: `${path}.countryCode`, document: ofLine({ vatCategoryCode: 'K', vatRate: '0' }) },
  { rule: 'BR-16', field: 'lines', document: { lines: [] } },
  { rule: 'BR-25', field: 'lines.0.description', document: ofLine({ description: ' ' }) },
  { rule: 'BR-RO-020', field: 'invoiceTypeCode', document: { invoiceTypeCode: '383' } },
  { rule: 'BR-CL-04', field: 'currency', document: { currency: 'LEU' } },
  { rule: 'BR-CO-03', field: 'taxPointDate', document: { taxPointDate: '2026-03-02', taxPointDateCode: '3' } },
  { rule: 'BR-RO-040', field: 'taxPointDateCode', document: { taxPointDateCode: '5' } },
  {
    rule: 'BR-RO-040',
    field: 'ublExtensions.invoicePeriod.descriptionCode',
    document: extended({ invoicePeriod: { descriptionCode: '72' } }),
  },
  {
    rule: 'BR-29',
    field: 'ublExtensions.invoicePeriod.endDate',
    document: extended({ invoicePeriod: { startDate: '2026-02-02', endDate: '2026-02-01' } }),
  },
  {
    rule: 'BR-30',
    field: 'lines.0.ublExtensions.invoicePeriod.endDate',
    document: extendedLine({ invoicePeriod: { startDate: '2026-02-02', endDate: '2026-02-01' } }),
  },
  { rule: 'BR-CL-15', field: 'lines.0.ublExtensions.originCountry', document: extendedLine({ originCountry: 'XX' }) },
  {
    rule: 'BR-CL-19',
    field: 'lines.0.ublExtensions.allowanceCharges.0.reasonCode',
    document: extendedLine({ allowanceCharges: [{ chargeIndicator: false, amount: '1', reasonCode: 'FC' }] }),
  },
  {
    rule: 'BR-CL-20',
    field: 'ublExtensions.allowanceCharges.0.reasonCode',
    document: extended({
      allowanceCharges: [{ chargeIndicator: true, amount: '1', reasonCode: '95', taxCategoryCode: 'S', taxRate: '21' }],
    }),
  },
  { rule: 'BR-S-05', field: 'lines.0.vatRate', document: ofLine({ vatRate: '0' }) },
  { rule: 'BR-Z-05', field: 'lines.0.vatRate', document: ofLine({ vatCategoryCode: 'Z' }) },
  {
    rule: 'BR-AE-06',
    field: 'ublExtensions.allowanceCharges.0.taxRate',
    document: extended({ allowanceCharges: [{ chargeIndicator: false, amount: '1', taxCategoryCode: 'AE', taxRate: '21' }] }),
  },
  {
    rule: 'BR-S-07',
    field: 'ublExtensions.allowanceCharges.0.taxRate',
    document: extended({ allowanceCharges: [{ chargeIndicator: true, amount: '1', taxCategoryCode: 'S', taxRate: '0' }] }),
  },
  { rule: 'BR-E-10', field: 'ublExtensions.taxExemptionReason', document: ofLine({ vatCategoryCode: 'E', vatRate: '0' }) },
  {
    rule: 'BR-CL-22',
    field: 'ublExtensions.taxExemptionReasonCode',
    document: { ...ofLine({ vatCategoryCode: 'E', vatRate: '0' }), ...extended({ taxExemptionReasonCode: 'VATEX-RO-1' }) },
  },
  { rule: 'BR-O-11', field: 'lines', document: { lines: [sampleLine(), sampleLine({ vatCategoryCode: 'O', vatRate: '0' })] } },
  { rule: 'BR-RO-L201', field: null, document: seller({ name: long(201) }) },
  { rule: 'BR-RO-L151', field: null, document: seller({ address: `sector 1 ${long(150)}` }) },
  { rule: 'BR-RO-L0201', field: null, document: seller({ postalCode: long(21) }) },
  { rule: 'BR-RO-L0501', field: null, document: seller({ city: long(51), county: 'Cluj' }) },
  { rule: 'BR-RO-L1000', field: null, document: seller({ registrationNumber: long(1000) }) },
  { rule: 'BR-RO-L1004', field: 'issuerName', document: { issuerName: long(101) } },
  { rule: 'BR-RO-L1005', field: null, document: seller({ phone: long(101) }) },
  { rule: 'BR-RO-L1006', field: null, document: seller({ email: long(101) }) },
  { rule: 'BR-RO-L203', field: 'clientId', document: buyer({ name: long(201) }) },
  { rule: 'BR-RO-L152', field: 'clientId', document: buyer({ address: long(151) }) },
  { rule: 'BR-RO-L0502', field: 'clientId', document: buyer({ city: long(51) }) },
  { rule: 'BR-RO-L0202', field: 'clientId', document: buyer({ postalCode: long(21) }) },
  { rule: 'BR-RO-L1010', field: 'clientId', document: buyer({ phone: long(101) }) },
  { rule: 'BR-RO-L1011', field: 'clientId', document: buyer({ email: long(101) }) },
  { rule: 'BR-RO-L302', field: 'notes', document: { notes: long(301) } },
  { rule: 'BR-RO-L302', field: 'mentions', document: { mentions: long(301) } },
  {
    rule: 'BR-RO-L301',
    field: 'paymentTerms',
    document: { paymentTerms: long(290), penaltyEnabled: true, penaltyPercentPerDay: '0.1' },
  },
  { rule: 'BR-RO-L0302', field: 'contractNumber', document: { contractNumber: long(201) } },
  { rule: 'BR-RO-L0303', field: 'orderNumber', document: { orderNumber: long(201) } },
  { rule: 'BR-RO-L0305', field: 'receivingAdviceReference', document: { receivingAdviceReference: long(201) } },
  { rule: 'BR-RO-L0306', field: 'despatchAdviceReference', document: { despatchAdviceReference: long(201) } },
  { rule: 'BR-RO-L0307', field: 'tenderOrLotReference', document: { tenderOrLotReference: long(201) } },
  { rule: 'BR-RO-L0308', field: 'invoicedObjectIdentifier', document: { invoicedObjectIdentifier: long(201) } },
  {
    rule: 'BR-RO-L0308',
    // That of the invoiced object is written first.
    field: 'ublExtensions.additionalDocumentReferences.1.id',
    document: extended({ additionalDocumentReferences: [{ id: 'A' }, { id: long(201), documentTypeCode: '130' }] }),
  },
  {
    rule: 'BR-RO-L0308',
    field: 'ublExtensions.additionalDocumentReferences.0.id',
    document: extended({ additionalDocumentReferences: [{ id: long(201) }, { id: 'B', documentTypeCode: '130' }] }),
  },
  {
    rule: 'BR-RO-L0308',
    field: 'ublExtensions.additionalDocumentReferences.0.id',
    document: extended({ additionalDocumentReferences: [{ id: long(201) }] }),
  },
  {
    rule: 'BR-RO-L1020',
    field: 'ublExtensions.additionalDocumentReferences.0.documentDescription',
    document: extended({ additionalDocumentReferences: [{ id: '1', documentDescription: long(101) }] }),
  },
  { rule: 'BR-RO-L1001', field: 'buyerAccountingReference', document: { buyerAccountingReference: long(101) } },
  { rule: 'BR-RO-L205', field: 'payeeName', document: { payeeName: long(201) } },
  { rule: 'BR-RO-L208', field: null, document: seller({ bankName: long(201) }) },
  { rule: 'BR-RO-L154', field: `${path}.streetName`, document: deliverTo({ ...place, streetName: long(151) }) },
  { rule: 'BR-RO-L0504', field: `${path}.cityName`, document: deliverTo({ ...place, cityName: long(51) }) },
  { rule: 'BR-RO-L212', field: 'lines.0.description', document: ofLine({ description: long(201) }) },
  {
    rule: 'BR-RO-L1022',
    field: 'lines.0.ublExtensions.allowanceCharges.0.reason',
    document: extendedLine({ allowanceCharges: [{ chargeIndicator: false, amount: '1', reason: long(101) }] }),
  },
  {
    rule: 'BR-RO-L1023',
    field: 'lines.0.ublExtensions.allowanceCharges.0.reason',
    document: extendedLine({ allowanceCharges: [{ chargeIndicator: true, amount: '1', reason: long(101) }] }),
  },
  {
    rule: 'BR-RO-L0505',
    field: 'lines.0.ublExtensions.additionalItemProperties.0.name',
    document: extendedLine({ additionalItemProperties: [{ name: long(51), value: '1' }] }),
  },
  {
    rule: 'BR-RO-L1025',
    field: 'lines.0.ublExtensions.additionalItemProperties.0.value',
    document: extendedLine({ additionalItemProperties: [{ name: '1', value: long(101) }] }),
  },
];

const fatal = (document: InvoiceDocument): DocumentFinding[] =>
  validateDocument(document).filter(({ severity }) => severity === 'fatal');

describe('validateDocument', () => {
  it.each(CASES)('$rule at $field', ({ rule, field, document }) => {
    expect(fatal(sampleDocument(document))).toContainEqual(
      expect.objectContaining({ rule, field, message: expect.stringMatching(/^[A-Z].{10,}\.$/) }),
    );
  });

  it('requires no whole delivery address of a credit note (BR-RO-180 to 212)', () => {
    const document = sampleCreditNote({ dueDate: null, ...deliverTo({ countryCode: 'RO' }) });
    expect(fatal(document)).toEqual([]);
  });

  it('measures texts as the rules do: characters, with runs of blanks counted once', () => {
    const notes = `${'𝄞'.repeat(150)} \n\t ${long(149)}`;
    expect(fatal(sampleDocument({ notes }))).toEqual([]);
  });

  it('accepts an invoice without due date and payment terms: the writer states the legal term (BR-CO-25)', () => {
    const document = sampleDocument({ dueDate: null, paymentTerms: null });
    expect(fatal(document)).toEqual([]);
    expect(writeUbl(document)).toContain('Termen legal de plată: 30 de zile');
  });

  it('finds nothing in a plain invoice', () => {
    expect(validateDocument(sampleDocument())).toEqual([]);
  });

  it.each<[rule: string, field: string | null, document: DocumentOverrides]>([
    ['BR-CL-23', 'lines.0.unitOfMeasure', ofLine({ unitOfMeasure: 'găleată' })],
    ['BT-84', null, seller({ iban: null })],
    [
      'BT-112',
      'ublExtensions.allowanceCharges',
      extended({ allowanceCharges: [{ chargeIndicator: false, amount: '1', taxCategoryCode: 'S', taxRate: '21' }] }),
    ],
    [
      'UBL-SR-43',
      'ublExtensions.additionalDocumentReferences.0.documentTypeCode',
      extended({ additionalDocumentReferences: [{ id: '1', documentTypeCode: '916' }] }),
    ],
    [
      // The first is the invoiced object, of which there is one.
      'UBL-SR-43',
      'ublExtensions.additionalDocumentReferences.1.documentTypeCode',
      extended({
        additionalDocumentReferences: [
          { id: '1', documentTypeCode: '130' },
          { id: '2', documentTypeCode: '130' },
        ],
      }),
    ],
    [
      'BR-RO-L1017',
      'ublExtensions.allowanceCharges.0.reason',
      extended({
        allowanceCharges: [{ chargeIndicator: false, amount: '0', reason: long(101), taxCategoryCode: 'S', taxRate: '21' }],
      }),
    ],
    [
      'BR-RO-L1019',
      'ublExtensions.taxExemptionReason',
      { ...ofLine({ vatCategoryCode: 'E', vatRate: '0' }), ...extended({ taxExemptionReason: long(101) }) },
    ],
  ])('warns: %s at %s', (rule, field, overrides) => {
    expect(validateDocument(sampleDocument(overrides))).toMatchObject([
      { rule, field, severity: 'warning', message: expect.stringMatching(/\S.*\.$/) },
    ]);
  });
});
