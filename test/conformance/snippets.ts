import type { Random } from './random.ts';

/** Pieces of UBL to put where they are allowed, forbidden or one too many. `LINE` and `ROOT` stand for either document's. */
type Snippet = (random: Random) => string;

const scheme = (random: Random): string =>
  `<cac:TaxScheme><cbc:ID>${random.pick(['VAT', 'VAT', 'VAT', 'vat', ' VAT ', 'GST', 'VA'])}</cbc:ID></cac:TaxScheme>`;
const category = (name: string, random: Random): string => {
  const code = random.pick(['S', 'S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', ' S ', 'X', 'L', 'M', 'O']);
  const rate = random.pick(['21', '11', '0', '0', '0', '21.00', '-1', '0.4', '7', '']);
  return (
    `<cac:${name}><cbc:ID>${code}</cbc:ID>${rate && `<cbc:Percent>${rate}</cbc:Percent>`}` +
    `${random.chance(0.2) ? '<cbc:TaxExemptionReason>motiv</cbc:TaxExemptionReason>' : ''}` +
    `${random.chance(0.2) ? '<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>' : ''}${scheme(random)}</cac:${name}>`
  );
};
const amount = (random: Random): string => random.pick(['10.00', '0.01', '100', '1.005', '-5', '0', '99.999']);
const identifier = (random: Random): string =>
  random.pick(['RO18547290', '18547290', 'ATU12345678', 'EL123', 'XX1', 'R', '', ' RO1', 'ro1']);
const address = (name: string, random: Random): string =>
  `<cac:${name}>${random.chance(0.7) ? '<cbc:StreetName>Strada 1</cbc:StreetName>' : '<cbc:StreetName> </cbc:StreetName>'}` +
  `${random.chance(0.8) ? `<cbc:CityName>${random.pick(['SECTOR1', 'Cluj', 'SECTOR7', ' SECTOR2 ', 'x'.repeat(51)])}</cbc:CityName>` : ''}` +
  `${random.chance(0.8) ? `<cbc:CountrySubentity>${random.pick(['RO-B', 'RO-CJ', 'Cluj', '', ' RO-B '])}</cbc:CountrySubentity>` : ''}` +
  `${random.chance(0.3) ? '<cac:AddressLine><cbc:Line>a</cbc:Line></cac:AddressLine>' : ''}` +
  `${random.chance(0.9) ? `<cac:Country><cbc:IdentificationCode>${random.pick(['RO', 'RO', 'AT', '', 'ro', 'IT'])}</cbc:IdentificationCode></cac:Country>` : ''}</cac:${name}>`;
const taxScheme = (random: Random): string =>
  `<cac:PartyTaxScheme>${random.chance(0.9) ? `<cbc:CompanyID>${identifier(random)}</cbc:CompanyID>` : ''}${scheme(random)}</cac:PartyTaxScheme>`;
const date = (random: Random): string =>
  random.pick([
    '2026-03-01',
    '2026-02-30',
    '2026-03-01Z',
    '01.03.2026',
    '',
    '2024-02-29',
    '2026-3-1',
    ' 2026-03-01',
    '2025-12-31',
  ]);
const period = (random: Random): string =>
  `<cac:InvoicePeriod>${random.chance(0.7) ? `<cbc:StartDate>${date(random)}</cbc:StartDate>` : ''}` +
  `${random.chance(0.7) ? `<cbc:EndDate>${random.pick(['2026-03-31', '2026-02-01', '2025-01-01'])}</cbc:EndDate>` : ''}` +
  `${random.chance(0.4) ? `<cbc:DescriptionCode>${random.pick(['3', '35', '432', '99', ' 3 '])}</cbc:DescriptionCode>` : ''}</cac:InvoicePeriod>`;
const reasons = (random: Random): string =>
  `${random.chance(0.5) ? `<cbc:AllowanceChargeReasonCode>${random.pick(['95', 'AA', 'FC', '100', 'zz', '41'])}</cbc:AllowanceChargeReasonCode>` : ''}` +
  `${random.chance(0.6) ? `<cbc:AllowanceChargeReason>${random.pick(['Motiv', 'm'.repeat(101)])}</cbc:AllowanceChargeReason>` : ''}`;
const indicator = (random: Random): string => random.pick(['true', 'false', 'true', 'false', '1', '0', ' true ', 'da']);
const allowance = (withCategory: boolean, random: Random): string =>
  `<cac:AllowanceCharge>${random.chance(0.97) ? `<cbc:ChargeIndicator>${indicator(random)}</cbc:ChargeIndicator>` : ''}${reasons(random)}` +
  `${random.chance(0.9) ? `<cbc:Amount currencyID="RON">${amount(random)}</cbc:Amount>` : ''}` +
  `${random.chance(0.3) ? `<cbc:BaseAmount currencyID="RON">${amount(random)}</cbc:BaseAmount>` : ''}` +
  `${withCategory ? category('TaxCategory', random) : ''}</cac:AllowanceCharge>`;
const reference = (name: string, random: Random): string =>
  `<cac:${name}><cbc:ID${random.chance(0.4) ? ` schemeID="${random.pick(['AAA', 'ABZ', 'XYZ', ''])}"` : ''}>${random.pick(['1', 'R-7', '', 'r'.repeat(201)])}</cbc:ID>` +
  `${random.chance(0.5) ? `<cbc:DocumentTypeCode>${random.pick(['130', '130', '50', '916'])}</cbc:DocumentTypeCode>` : ''}` +
  `${random.chance(0.3) ? `<cbc:DocumentDescription>${random.pick(['d', 'd'.repeat(101)])}</cbc:DocumentDescription>` : ''}` +
  `${
    random.chance(0.4)
      ? `<cac:Attachment><cbc:EmbeddedDocumentBinaryObject${random.pick([' mimeCode="application/pdf"', ' mimeCode="text/plain"', ''])}${random.pick([' filename="a.pdf"', '', ` filename="${'f'.repeat(201)}"`])}>QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>`
      : ''
  }</cac:${name}>`;
const total = (name: string, random: Random): string => `<cbc:${name} currencyID="RON">${amount(random)}</cbc:${name}>`;
const subtotal = (random: Random): string =>
  `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="RON">${amount(random)}</cbc:TaxableAmount><cbc:TaxAmount currencyID="RON">${amount(random)}</cbc:TaxAmount>${category('TaxCategory', random)}</cac:TaxSubtotal>`;
const partyName = (random: Random): string =>
  `<cac:PartyName><cbc:Name>${random.pick(['Alt Nume SRL', 'Atelierul de Lemn Țiriac & Fiii SRL'.replace('&', '&amp;'), '', 'n'.repeat(201)])}</cbc:Name></cac:PartyName>`;

export const SNIPPETS: readonly (readonly [parent: string, snippet: Snippet])[] = [
  [
    'ROOT',
    random => `<cbc:Note>${random.pick(['Notă', '#AAA#Notă', '#XYZ#Notă', '#A A#x', '#AAI', 'n'.repeat(301), '##'])}</cbc:Note>`,
  ],
  ['ROOT', () => '<cbc:Note>x</cbc:Note>'.repeat(20)],
  ['ROOT', random => `<cbc:TaxCurrencyCode>${random.pick(['RON', 'EUR', 'XXQ', ''])}</cbc:TaxCurrencyCode>`],
  ['ROOT', random => `<cbc:TaxPointDate>${date(random)}</cbc:TaxPointDate>`],
  ['ROOT', random => `<cbc:DueDate>${date(random)}</cbc:DueDate>`],
  ['ROOT', period],
  [
    'ROOT',
    random =>
      `<cac:PayeeParty>${random.chance(0.9) ? partyName(random) : ''}${random.chance(0.4) ? '<cac:PartyIdentification><cbc:ID schemeID="SEPA">RO1</cbc:ID></cac:PartyIdentification>' : ''}</cac:PayeeParty>`,
  ],
  [
    'ROOT',
    random =>
      `<cac:TaxRepresentativeParty>${random.chance(0.8) ? partyName(random) : ''}${random.chance(0.9) ? address('PostalAddress', random) : ''}${taxScheme(random)}</cac:TaxRepresentativeParty>`,
  ],
  [
    'ROOT',
    random =>
      `<cac:Delivery><cbc:ActualDeliveryDate>${date(random)}</cbc:ActualDeliveryDate><cac:DeliveryLocation>${random.chance(0.3) ? '<cbc:ID schemeID="0088">1</cbc:ID>' : ''}${address('Address', random)}</cac:DeliveryLocation></cac:Delivery>`,
  ],
  ['ROOT', random => allowance(random.chance(0.9), random)],
  ['ROOT', random => allowance(random.chance(0.9), random)],
  ['ROOT', random => reference('AdditionalDocumentReference', random)],
  ['ROOT', random => reference('ContractDocumentReference', random)],
  ['ROOT', random => reference('ReceiptDocumentReference', random)],
  [
    'ROOT',
    random =>
      `<cac:BillingReference>${random.chance(0.8) ? reference('InvoiceDocumentReference', random) : ''}${random.chance(0.2) ? reference('InvoiceDocumentReference', random) : ''}</cac:BillingReference>`,
  ],
  [
    'ROOT',
    random =>
      `<cac:PaymentMeans><cbc:PaymentMeansCode${random.chance(0.3) ? ' name="text"' : ''}>${random.pick(['30', '58', '10', '999', ' 30 ', 'ZZZ'])}</cbc:PaymentMeansCode>${random.chance(0.4) ? `<cbc:PaymentID>${random.pick(['P1', 'P2', 'p'.repeat(141)])}</cbc:PaymentID>` : ''}${random.chance(0.3) ? '<cac:CardAccount><cbc:PrimaryAccountNumberID>41111111111</cbc:PrimaryAccountNumberID></cac:CardAccount>' : ''}${random.chance(0.3) ? '<cac:PaymentMandate><cbc:ID>M</cbc:ID></cac:PaymentMandate>' : ''}${random.chance(0.5) ? `<cac:PayeeFinancialAccount><cbc:ID>${random.pick(['RO49AAAA', ''])}</cbc:ID></cac:PayeeFinancialAccount>` : ''}</cac:PaymentMeans>`,
  ],
  ['ROOT', () => '<cac:PaymentTerms><cbc:Note>La termen</cbc:Note></cac:PaymentTerms>'],
  [
    'ROOT',
    random =>
      `<cac:TaxTotal><cbc:TaxAmount currencyID="${random.pick(['RON', 'EUR'])}">${amount(random)}</cbc:TaxAmount></cac:TaxTotal>`,
  ],
  ['cac:TaxTotal', subtotal],
  ['cac:Party', taxScheme],
  [
    'cac:Party',
    random =>
      `<cac:PartyIdentification><cbc:ID${random.pick(['', ' schemeID="0088"', ' schemeID="SEPA"', ' schemeID="XX"', ' schemeID="sepa"'])}>1</cbc:ID></cac:PartyIdentification>`,
  ],
  ['cac:Party', partyName],
  [
    'cac:Party',
    random => `<cbc:EndpointID${random.pick(['', ' schemeID="0088"', ' schemeID="EM"', ' schemeID="XX"'])}>a@b</cbc:EndpointID>`,
  ],
  ['cac:PartyLegalEntity', () => '<cbc:CompanyID schemeID="0007">1</cbc:CompanyID>'],
  [
    'cac:LegalMonetaryTotal',
    random => total(random.pick(['PrepaidAmount', 'PayableRoundingAmount', 'AllowanceTotalAmount', 'ChargeTotalAmount']), random),
  ],
  ['LINE', random => allowance(random.chance(0.1), random)],
  ['LINE', period],
  ['LINE', random => `<cbc:Note>${random.pick(['n', 'n'.repeat(301)])}</cbc:Note>`],
  ['LINE', random => reference('DocumentReference', random)],
  ['cac:Item', random => category('ClassifiedTaxCategory', random)],
  [
    'cac:Item',
    random =>
      `<cac:AdditionalItemProperty>${random.chance(0.8) ? `<cbc:Name>${random.pick(['Culoare', 'c'.repeat(51)])}</cbc:Name>` : ''}${random.chance(0.8) ? `<cbc:Value>${random.pick(['verde', 'v'.repeat(101)])}</cbc:Value>` : ''}</cac:AdditionalItemProperty>`,
  ],
  [
    'cac:Item',
    random =>
      `<cac:StandardItemIdentification><cbc:ID${random.pick(['', ' schemeID="0160"', ' schemeID="X"'])}>1</cbc:ID></cac:StandardItemIdentification>`,
  ],
  [
    'cac:Item',
    random =>
      `<cac:CommodityClassification><cbc:ItemClassificationCode${random.pick(['', ' listID="CV"', ' listID="TSP"', ' listID="zz"'])}>1</cbc:ItemClassificationCode></cac:CommodityClassification>`,
  ],
  [
    'cac:Item',
    random =>
      `<cac:OriginCountry><cbc:IdentificationCode>${random.pick(['RO', 'ZZ', '1A', ''])}</cbc:IdentificationCode></cac:OriginCountry>`,
  ],
  ['cac:Item', random => `<cbc:Description>${random.pick(['d', 'd'.repeat(201)])}</cbc:Description>`],
  [
    'cac:Price',
    random =>
      `<cac:AllowanceCharge><cbc:ChargeIndicator>${random.pick(['false', 'true'])}</cbc:ChargeIndicator><cbc:Amount currencyID="RON">${amount(random)}</cbc:Amount><cbc:BaseAmount currencyID="RON">${amount(random)}</cbc:BaseAmount></cac:AllowanceCharge>`,
  ],
];
