import { describe, expect, it } from 'vitest';
import { countyCode } from '#shared/authority/einvoice/addresses.ts';
import { countyName } from '#shared/model/codes/county-names.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { invoiceContent, type InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { sampleBuyer, sampleConsumer, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';

const OURS = writeUbl(sampleDocument({ lines: [sampleLine(), sampleLine({ vatRate: '11' })] }));

/** Our document with a part replaced. */
function changed(from: string | RegExp, to: string, xml = OURS): string {
  const other = xml.replace(from, to);
  expect(other).not.toBe(xml);
  return other;
}

const content = (xml: string): InvoiceContent => invoiceContent(readUbl(xml));

describe('a document that is no valid invoice is rejected with the error', () => {
  it.each<[what: string, xml: () => string, message: RegExp]>([
    ['another document of UBL', () => OURS.replaceAll('Invoice-2', 'Order-2'), /must be Invoice or CreditNote/],
    ['an invoice of no namespace', () => '<Invoice/>', /must be Invoice or CreditNote/],
    ['a response of the authority', () => '<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1"/>', /root is <header>/],
    ['no number', () => changed(/<cbc:ID>FCT-2026-001<\/cbc:ID>/, ''), /lacks cbc:ID/],
    ['a blank number', () => changed('FCT-2026-001', '  '), /lacks cbc:ID/],
    ['no date', () => changed(/<cbc:IssueDate>.*<\/cbc:IssueDate>/, ''), /lacks cbc:IssueDate/],
    ['an invalid date', () => changed('2026-03-02', '2026-02-30'), /"2026-02-30", which is not a date/],
    ['a date with a time', () => changed('2026-03-02', '2026-03-02T10:00:00'), /not a date/],
    ['no currency', () => changed(/<cbc:DocumentCurrencyCode>.*<\/cbc:DocumentCurrencyCode>/, ''), /DocumentCurrencyCode/],
    ['no type', () => changed(/<cbc:InvoiceTypeCode>.*<\/cbc:InvoiceTypeCode>/, ''), /InvoiceTypeCode/],
    ['no totals', () => changed(/<cac:LegalMonetaryTotal>[^]*<\/cac:LegalMonetaryTotal>/, ''), /LegalMonetaryTotal/],
    ['no amount to pay', () => changed(/<cbc:PayableAmount.*<\/cbc:PayableAmount>/, ''), /lacks cbc:PayableAmount/],
    [
      'no seller',
      () => changed(/<cac:AccountingSupplierParty>[^]*<\/cac:AccountingSupplierParty>/, ''),
      /AccountingSupplierParty/,
    ],
    ['a word for a number', () => changed(/(<cbc:PayableAmount[^>]*>)[\d.]+/, '$1zece'), /"zece", which is not a decimal/],
    ['an exponent', () => changed(/(<cbc:PriceAmount[^>]*>)\d+/, '$11e3'), /not a decimal/],
    ['a comma', () => changed(/(<cbc:PriceAmount[^>]*>)\d+/, '$11,5'), /not a decimal/],
    ['endless digits', () => changed(/(<cbc:PriceAmount[^>]*>)\d+/, `$1${'9'.repeat(1000)}`), /not a decimal/],
    ['a line without a price', () => changed(/<cac:Price>[^]*?<\/cac:Price>/, ''), /cac:Price/],
    ['a line without a quantity', () => changed(/<cbc:InvoicedQuantity.*<\/cbc:InvoicedQuantity>/, ''), /cbc:InvoicedQuantity/],
    ['a line of a credit note', () => changed(/InvoicedQuantity/g, 'CreditedQuantity'), /cbc:InvoicedQuantity/],
    ['a document type', () => changed('?>', '?><!DOCTYPE Invoice SYSTEM "http://127.0.0.1/x.dtd">'), /document type/],
  ])('%s', (_, xml, message) => {
    expect(() => readUbl(xml())).toThrow(XmlError);
    expect(() => readUbl(xml())).toThrow(message);
  });

  it('a VAT category that EN 16931 does not have cannot be stored', () => {
    expect(() => content(changed(/<cbc:ID>S<\/cbc:ID>/g, '<cbc:ID>X</cbc:ID>'))).toThrow('"X" is not a VAT category');
  });
});

describe('values', () => {
  it.each([
    ['2026-03-02Z', '2026-03-02'],
    ['2026-03-02+02:00', '2026-03-02'],
    ['\n  2026-03-02\n', '2026-03-02'],
  ])('the date %j is %s', (text, date) => {
    expect(readUbl(changed('2026-03-02', text)).issueDate).toBe(date);
  });

  it.each([
    ['+121.5', '121.50'],
    ['-.5', '-0.50'],
    ['121.', '121.00'],
    ['0121.10', '121.10'],
    ['-0.00', '0.00'],
  ])('the amount %s is %s', (text, amount) => {
    expect(readUbl(changed(/(<cbc:PayableAmount[^>]*>)[\d.]+/, `$1${text}`)).totals.payable).toBe(amount);
  });

  it('bytes are read like the text', () => {
    expect(readUbl(Buffer.from(OURS))).toEqual(readUbl(OURS));
    expect(readUbl(Buffer.from(`\uFEFF${OURS}`))).toEqual(readUbl(OURS));
  });

  it('other prefixes, comments and CDATA are read', () => {
    const xml = OURS.replaceAll('cbc:', 'x:')
      .replace('xmlns:cbc', 'xmlns:x')
      .replace('Masă din stejar', '<!-- ! --><![CDATA[Masă]]> din stejar');
    expect(readUbl(xml).lines[0]!.name).toBe('Masă din stejar');
  });
});

describe("a supplier's parties in storage", () => {
  const seller = (change: (party: string) => string): InvoiceContent['seller'] =>
    content(OURS.replace(/<cac:AccountingSupplierParty>[^]*<\/cac:AccountingSupplierParty>/, change)).seller;
  const legalId = (id: string) => (party: string) => party.replace(/(<cac:PartyLegalEntity>[^]*<cbc:CompanyID>)[^<]*/, `$1${id}`);

  it.each<[what: string, id: string, cif: string | null, registrationNumber: string | null]>([
    ['a tax number', '40123452', '40123452', 'J40/1234/2019'],
    ['a tax number with its prefix', 'RO40123452', '40123452', 'J40/1234/2019'],
    ['the old form of the trade register', 'J12/77/2003', '40123452', 'J12/77/2003'],
    ['the new form of the trade register', 'J2003000077125', '40123452', 'J2003000077125'],
  ])('BT-30 with %s', (_, id, cif, registrationNumber) => {
    expect(seller(legalId(id))).toMatchObject({ cif, registrationNumber, vatCode: 'RO40123452', isVatPayer: true });
  });

  it.each<[form: string, registrationNumber: string | null, capitalSocial: string | null]>([
    ['J40/1234/2019, Capital social: 200 lei', 'J40/1234/2019', '200 lei'],
    ['Capital social 45.000 RON', null, '45.000 RON'],
    ['SRL', null, null],
    ['HRB 12345', 'HRB 12345', null],
  ])('BT-33 "%s"', (form, registrationNumber, capitalSocial) => {
    const stated = seller(party => party.replace(/(<cbc:CompanyLegalForm>)[^<]*/, `$1${form}`));
    expect(stated).toMatchObject({ registrationNumber, capitalSocial });
  });

  it('from abroad, with its register number and VAT identifier', () => {
    const stated = seller(party =>
      legalId('HRB 12345')(party).replace('RO40123452', 'DE123456789').replace('>RO<', '>DE<').replace('>RO-B<', '>Bayern<'),
    );
    expect(stated).toMatchObject({ country: 'DE', vatCode: 'DE123456789', cif: 'DE123456789', registrationNumber: 'HRB 12345' });
    expect(stated).toMatchObject({ county: 'Bayern', city: 'Sector 2', isVatPayer: true });
  });

  it('all three lines of an address', () => {
    const stated = seller(party =>
      party.replace(
        '</cbc:StreetName>',
        '</cbc:StreetName><cbc:AdditionalStreetName>bl. 3</cbc:AdditionalStreetName><cac:AddressLine><cbc:Line>ap. 4</cbc:Line></cac:AddressLine>',
      ),
    );
    expect(stated.address).toBe('Str. Mântuleasa nr. 17, sector 2, bl. 3, ap. 4');
    expect([stated.city, stated.county]).toEqual(['Sector 2', 'București']);
  });

  it.each<[what: string, client: Parameters<typeof sampleBuyer>[0], expected: object]>([
    ['a consumer without number', sampleConsumer(), { type: 'individual', cif: null, cnp: null }],
    [
      'a consumer with number',
      sampleConsumer({ cnp: '2850312040015', sendPersonalNumber: true }),
      { type: 'individual', cif: null, cnp: '2850312040015' },
    ],
    [
      'a company outside VAT',
      { cif: '18547290', isVatPayer: false },
      { type: 'company', cif: '18547290', isVatPayer: false, vatCode: null },
    ],
    ['a company in VAT', { cif: 'RO18547290' }, { type: 'company', cif: '18547290', isVatPayer: true, vatCode: 'RO18547290' }],
  ])('the buyer as %s', (_, client, expected) => {
    expect(content(writeUbl(sampleDocument({ client: sampleBuyer(client) }))).client).toMatchObject(expected);
  });

  it('counties by their names', () => {
    expect(content(OURS).client).toMatchObject({ county: 'Cluj', city: 'Cluj-Napoca' });
    const codes =
      'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS';
    expect(codes.split(' ').map(code => countyCode(countyName(`RO-${code}`)))).toEqual(
      codes.split(' ').map(code => `RO-${code}`),
    );
  });
});

describe("a supplier's lines in storage", () => {
  const first = (change: (line: string) => string): InvoiceContent['lines'][number] =>
    content(OURS.replace(/<cac:InvoiceLine>[^]*?<\/cac:InvoiceLine>/, change)).lines[0]!;
  const allowance = (inner: string) => (line: string) =>
    line.replace('<cac:Item>', `<cac:AllowanceCharge>${inner}</cac:AllowanceCharge><cac:Item>`);
  const amountOf = (value: string): string => `<cbc:Amount currencyID="RON">${value}</cbc:Amount>`;

  it('a price of a hundred becomes the price of one (BT-149)', () => {
    const line = first(text => text.replace('</cbc:PriceAmount>', '</cbc:PriceAmount><cbc:BaseQuantity>100</cbc:BaseQuantity>'));
    expect(line.unitPrice).toBe('1');
  });

  it.each([
    ['H87', 'buc'],
    ['C62', 'buc'],
    ['KGM', 'kg'],
    ['HUR', 'ora'],
    ['XPP', 'XPP'],
  ])('the unit %s is %s', (code, unit) => {
    expect(first(text => text.replace('unitCode="H87"', `unitCode="${code}"`)).unitOfMeasure).toBe(unit);
  });

  it.each<[what: string, inner: string, expected: object]>([
    [
      'a discount is one of the line',
      `<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>${amountOf('5')}`,
      { discountAmount: '5.00', discount: '5.00', discountPercent: null, ublExtensions: null },
    ],
    [
      'a discount in percent of the line is a percentage',
      `<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode><cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>${amountOf('5')}<cbc:BaseAmount currencyID="RON">100</cbc:BaseAmount>`,
      { discountAmount: '5.00', discount: null, discountPercent: '5' },
    ],
    [
      'a percentage of something else is an amount',
      `<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode><cbc:MultiplierFactorNumeric>50</cbc:MultiplierFactorNumeric>${amountOf('5')}<cbc:BaseAmount currencyID="RON">10</cbc:BaseAmount>`,
      { discountAmount: '5.00', discount: '5.00', discountPercent: null },
    ],
    [
      'a discount with a reason of its own keeps it',
      `<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Fidelitate</cbc:AllowanceChargeReason>${amountOf('5')}`,
      {
        discountAmount: '0.00',
        ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '5.00', reasonCode: '95', reason: 'Fidelitate' }] },
      },
    ],
    [
      'a charge stays a charge',
      `<cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Ambalaj</cbc:AllowanceChargeReason>${amountOf('7.5')}`,
      {
        discountAmount: '0.00',
        ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '7.50', reason: 'Ambalaj' }] },
      },
    ],
  ])('%s', (_, inner, expected) => {
    expect(first(allowance(inner))).toMatchObject(expected);
  });

  it('other data of the item and the line are added below its name', () => {
    const line = first(text =>
      text
        .replace('<cbc:Name>Masă din stejar', '<cbc:Description>Lăcuită</cbc:Description><cbc:Name>Masă din stejar')
        .replace('<cbc:InvoicedQuantity', '<cbc:Note>Livrată marți</cbc:Note><cbc:InvoicedQuantity'),
    );
    expect(line.description).toBe('Masă din stejar\nLăcuită\nLivrată marți');
  });

  it('the VAT of a group is distributed over its lines to the cent', () => {
    const lines = Array.from({ length: 7 }, () => sampleLine({ unitPrice: '0.33' }));
    const read = content(writeUbl(sampleDocument({ lines })));
    // 7 × 0.33 = 2.31, of which 21 % is 0.4851: 0.49, seven times 0.07.
    expect([read.vatTotal, ...new Set(read.lines.map(line => line.vatAmount))]).toEqual(['0.49', '0.07']);
  });

  it('the categories of the Canary Islands and of split payment are kept', () => {
    const igic = content(changed(/<cbc:ID>S<\/cbc:ID>/g, '<cbc:ID>L</cbc:ID>'));
    expect([igic.lines[0]!.vatCategoryCode, igic.vatGroups[0]!.category]).toEqual(['L', 'L']);
  });
});

describe('documents in storage', () => {
  it('a credit note is negative, and names the invoice that it credits (BG-3)', () => {
    const precedingInvoices = [
      { number: 'FCT-2026-001', issueDate: '2026-03-02' },
      { number: 'VECHI 7', issueDate: null },
    ];
    const xml = writeUbl(sampleCreditNote({ precedingInvoices }));
    expect(readUbl(xml).preceding).toEqual(precedingInvoices);
    expect(content(xml).precedingInvoices).toEqual(precedingInvoices);
    expect(content(xml)).toMatchObject({ isCreditNote: true, documentType: 'credit_note', total: '-121.00', payable: '-121.00' });
    expect(content(xml).lines[0]).toMatchObject({ quantity: '-1', unitPrice: '100', subtotal: '-100.00', vatAmount: '-21.00' });
  });

  it.each([
    ['10', 'cash'],
    ['20', 'cheque'],
    ['31', 'bank_transfer'],
    ['42', 'bank_transfer'],
    ['54', 'card'],
    ['59', 'other'],
    ['97', 'other'],
  ])('payment means %s is %s', (code, method) => {
    expect(content(changed('<cbc:PaymentMeansCode>30', `<cbc:PaymentMeansCode>${code}`)).paymentMethod).toBe(method);
  });

  it('prepayment and rounding change the amount to pay, not the total', () => {
    const xml = changed(
      /<cbc:PayableAmount[^]*<\/cbc:PayableAmount>/,
      '<cbc:PrepaidAmount currencyID="RON">100.00</cbc:PrepaidAmount><cbc:PayableRoundingAmount currencyID="RON">0.01</cbc:PayableRoundingAmount><cbc:PayableAmount currencyID="RON">132.01</cbc:PayableAmount>',
    );
    expect(content(xml)).toMatchObject({ total: '232.00', payable: '132.01', ublExtensions: { prepaidAmount: '100.00' } });
  });

  it.each<[what: string, document: Parameters<typeof sampleDocument>[0], rate: string | null]>([
    ['in lei is 1', {}, '1'],
    [
      'follows from the VAT in lei (BT-111)',
      { currency: 'EUR', exchangeRate: '5.0912', lines: [sampleLine({ unitPrice: '9000' })] },
      '5.0912',
    ],
    ['to six decimals', { currency: 'EUR', exchangeRate: '5.091234', lines: [sampleLine({ unitPrice: '900000' })] }, '5.091234'],
    [
      'is null where there is no VAT',
      { currency: 'EUR', exchangeRate: '5', lines: [sampleLine({ vatCategoryCode: 'Z', vatRate: '0' })] },
      null,
    ],
  ])('the exchange rate %s', (_, document, rate) => {
    expect(content(writeUbl(sampleDocument(document))).exchangeRate).toBe(rate);
  });

  it('the reason why lines of category E are exempt is a field of the document (BT-120, BT-121)', () => {
    const reason = { taxExemptionReason: 'Art. 292', taxExemptionReasonCode: 'VATEX-EU-132' };
    const lines = [sampleLine({ vatCategoryCode: 'E', vatRate: '0', ublExtensions: reason })];
    expect(content(writeUbl(sampleDocument({ lines }))).ublExtensions).toEqual(reason);
  });

  it.each<[notes: string[], code: string | null, expected: object]>([
    [['Prima', 'A doua', 'A treia'], null, { notes: 'Prima', mentions: 'A doua\nA treia', tvaLaIncasare: false }],
    [['TVA la incasare'], null, { notes: null, tvaLaIncasare: true }],
    [['Loc de livrare: Depozit'], null, { notes: null, deliveryLocation: 'Depozit' }],
    [[], '432', { tvaLaIncasare: true, taxPointDateCode: null }],
    [[], '35', { tvaLaIncasare: false, taxPointDateCode: '35' }],
  ])('notes %j with tax point %s', (notes, code, expected) => {
    const period = code ? `<cac:InvoicePeriod><cbc:DescriptionCode>${code}</cbc:DescriptionCode></cac:InvoicePeriod>` : '';
    const before = notes.map(note => `<cbc:Note>${note}</cbc:Note>`).join('');
    const xml = changed('<cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>', `${before}$&${period}`);
    expect(content(xml)).toMatchObject(expected);
  });
});
