import type { LineInput } from '#shared/model/line.ts';
import { type DocumentOverrides, sampleLine } from '../documents.ts';

/** The fields of documents and their business terms, each with a value and its place in the XML. */

type Row = [
  field: string,
  term: string,
  given: DocumentOverrides,
  path: string,
  value: string | string[],
  creditNotePath?: string,
];

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const NOTHING = '—';
const OLDER: DocumentOverrides = { precedingInvoices: [{ number: 'VECHI 7', issueDate: '2024-12-30' }] };

/** Fields of the document. With the credit note's path where it differs; `—` if it has none. */
export const FIELDS: Row[] = [
  ['issueDate', 'BT-2', { issueDate: '2026-03-05' }, 'cbc:IssueDate', '2026-03-05'],
  ['dueDate', 'BT-9', { dueDate: '2026-05-01' }, 'cbc:DueDate', '2026-05-01', 'cac:PaymentMeans/cbc:PaymentDueDate'],
  ['currency', 'BT-5', { currency: 'EUR', exchangeRate: '5' }, 'cbc:DocumentCurrencyCode', 'EUR'],
  ['currency', 'BT-6', { currency: 'EUR', exchangeRate: '5' }, 'cbc:TaxCurrencyCode', 'RON'],
  ['exchangeRate', 'BT-111', { currency: 'EUR', exchangeRate: '5.1' }, 'cac:TaxTotal[2]/cbc:TaxAmount', '107.10'],
  ['invoiceTypeCode', 'BT-3', { invoiceTypeCode: '384' }, 'cbc:InvoiceTypeCode', '384', NOTHING],
  ['parentDocumentId', 'BT-25', parent(), 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 'FCT-2025-9'],
  ['parentDocumentId', 'BT-26', parent(), 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate', '2025-12-30'],
  ['precedingInvoices', 'BT-25', OLDER, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 'VECHI 7'],
  ['precedingInvoices', 'BT-26', OLDER, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate', '2024-12-30'],
  ['notes', 'BT-22', { notes: 'Mulțumim' }, 'cbc:Note', 'Mulțumim'],
  ['mentions', 'BT-22', { mentions: 'Art. 331' }, 'cbc:Note', 'Art. 331'],
  ['deliveryLocation', 'BT-22', { deliveryLocation: 'Depozit' }, 'cbc:Note', 'Loc de livrare: Depozit'],
  ['tvaLaIncasare', 'BT-22', { tvaLaIncasare: true }, 'cbc:Note', 'TVA la încasare'],
  ['tvaLaIncasare', 'BT-8', { tvaLaIncasare: true }, 'cac:InvoicePeriod/cbc:DescriptionCode', '432'],
  ['paymentTerms', 'BT-20', { paymentTerms: '30 zile' }, 'cac:PaymentTerms/cbc:Note', '30 zile'],
  ['paymentMethod', 'BT-81', { paymentMethod: 'cash' }, 'cac:PaymentMeans/cbc:PaymentMeansCode', '10'],
  ['projectReference', 'BT-11', { projectReference: 'P7' }, 'cac:ProjectReference/cbc:ID', 'P7', typed('50')],
  ['orderNumber', 'BT-13', { orderNumber: 'PO-1' }, 'cac:OrderReference/cbc:ID', 'PO-1'],
  ['contractNumber', 'BT-12', { contractNumber: 'C-1' }, 'cac:ContractDocumentReference/cbc:ID', 'C-1'],
  ['issuerName', 'BT-41', { issuerName: 'A. Pop' }, `${SELLER}/cac:Contact/cbc:Name`, 'A. Pop'],
  ['platitorTva', 'BT-31', { platitorTva: true }, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, 'RO40123452'],
  ['taxPointDate', 'BT-7', { taxPointDate: '2026-03-09' }, 'cbc:TaxPointDate', '2026-03-09'],
  ['taxPointDateCode', 'BT-8', { taxPointDateCode: '35' }, 'cac:InvoicePeriod/cbc:DescriptionCode', '35'],
  ['buyerReference', 'BT-10', { buyerReference: 'Dep. 7' }, 'cbc:BuyerReference', 'Dep. 7'],
  ['receivingAdviceReference', 'BT-15', { receivingAdviceReference: 'N-1' }, 'cac:ReceiptDocumentReference/cbc:ID', 'N-1'],
  ['despatchAdviceReference', 'BT-16', { despatchAdviceReference: 'A-1' }, 'cac:DespatchDocumentReference/cbc:ID', 'A-1'],
  ['tenderOrLotReference', 'BT-17', { tenderOrLotReference: 'L-1' }, 'cac:OriginatorDocumentReference/cbc:ID', 'L-1'],
  ['invoicedObjectIdentifier', 'BT-18', { invoicedObjectIdentifier: 'O-1' }, typed('130'), 'O-1'],
  ['buyerAccountingReference', 'BT-19', { buyerAccountingReference: '4111' }, 'cbc:AccountingCost', '4111'],
  ['businessProcessType', 'BT-23', { businessProcessType: 'P1' }, 'cbc:ProfileID', 'P1'],
  ['payeeName', 'BT-59', payee(), 'cac:PayeeParty/cac:PartyName/cbc:Name', 'Factoring SA'],
  ['payeeIdentifier', 'BT-60', payee(), 'cac:PayeeParty/cac:PartyIdentification/cbc:ID', '29074154'],
  ['payeeLegalRegistrationIdentifier', 'BT-61', payee(), 'cac:PayeeParty/cac:PartyLegalEntity/cbc:CompanyID', 'J40/777/2015'],
  ['payeeBankAccount', 'BT-84', payee(), 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'RO83EXMP0000456789012345'],
  ['payeeBankName', 'BT-85', payee(), 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:Name', 'Banca Unu'],
  [
    'penaltyEnabled',
    'BT-20',
    penalty(),
    'cac:PaymentTerms/cbc:Note',
    'Penalități de întârziere: 0,1% pe zi, după 5 zile de la scadență',
  ],
];

/** Fields without a business term: they are only printed, or only for the sender. */
export const WITHOUT_TERM = [
  ...[
    'salesAgent',
    'internalNote',
    'metadata',
    'deputyName',
    'deputyIdentityCard',
    'deputyAuto',
    'language',
    'plataOnline',
    'isAdvance',
    'issuerId',
  ],
  ...['showClientBalance', 'clientBalanceExisting', 'clientBalanceOverdue', 'idempotencyKey', 'collect'],
  'remindersDisabled',
  // Tested elsewhere: the buyer, the series, the calculation, and the lines and extensions below.
  ...['receiverName', 'receiverCif', 'receiverAddress', 'receiverCity', 'receiverCounty', 'receiverCountry'],
  ...['clientId', 'documentSeriesId', 'documentType', 'isCreditNote', 'direction', 'seriesId'],
  ...['autoApplyVatRules', 'vatIncluded', 'ublExtensions', 'lines', 'penaltyPercentPerDay', 'penaltyGraceDays'],
];

/** `ublExtensions` of the document. */
export const EXTENSIONS: Row[] = [
  [
    'invoicePeriod',
    'BT-73',
    { ublExtensions: { invoicePeriod: { startDate: '2026-02-01' } } },
    'cac:InvoicePeriod/cbc:StartDate',
    '2026-02-01',
  ],
  [
    'invoicePeriod',
    'BT-74',
    { ublExtensions: { invoicePeriod: { endDate: '2026-02-28' } } },
    'cac:InvoicePeriod/cbc:EndDate',
    '2026-02-28',
  ],
  [
    'invoicePeriod',
    'BT-8',
    { ublExtensions: { invoicePeriod: { descriptionCode: '3' } } },
    'cac:InvoicePeriod/cbc:DescriptionCode',
    '3',
  ],
  [
    'delivery',
    'BT-72',
    { ublExtensions: { delivery: { actualDeliveryDate: '2026-02-27' } } },
    'cac:Delivery/cbc:ActualDeliveryDate',
    '2026-02-27',
  ],
  [
    'delivery',
    'BG-15',
    delivered(),
    'cac:Delivery/cac:DeliveryLocation/cac:Address//cbc:*',
    ['Bd. Unirii 5', 'SECTOR3', 'RO-B', 'RO'],
  ],
  [
    'allowanceCharges',
    'BG-20',
    adjusted(false),
    'cac:AllowanceCharge/*',
    ['false', '41', 'Fidelitate', '10', '5.00', '50.00', 'S\n    21\n    \n      VAT'],
  ],
  ['allowanceCharges', 'BG-21', adjusted(true), 'cac:AllowanceCharge/cbc:ChargeIndicator', 'true'],
  ['allowanceCharges', 'BT-107', adjusted(false), 'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount', '5.00'],
  ['allowanceCharges', 'BT-108', adjusted(true), 'cac:LegalMonetaryTotal/cbc:ChargeTotalAmount', '5.00'],
  ['prepaidAmount', 'BT-113', { ublExtensions: { prepaidAmount: '21' } }, 'cac:LegalMonetaryTotal/cbc:PrepaidAmount', '21.00'],
  ['prepaidAmount', 'BT-115', { ublExtensions: { prepaidAmount: '21' } }, 'cac:LegalMonetaryTotal/cbc:PayableAmount', '100.00'],
  ['additionalDocumentReferences', 'BT-122', referring(), 'cac:AdditionalDocumentReference/cbc:ID', 'ANEXA-1'],
  ['additionalDocumentReferences', 'BT-123', referring(), 'cac:AdditionalDocumentReference/cbc:DocumentDescription', 'Deviz'],
  [
    'taxExemptionReason',
    'BT-120',
    exempt({ taxExemptionReason: 'Art. 292' }),
    `${subtotal()}/cbc:TaxExemptionReason`,
    'Art. 292',
  ],
  [
    'taxExemptionReasonCode',
    'BT-121',
    exempt({ taxExemptionReasonCode: 'vatex-eu-132' }),
    `${subtotal()}/cbc:TaxExemptionReasonCode`,
    'VATEX-EU-132',
  ],
];

/** 127 characters: a name may have 100. */
const LONG_TEXT = 'Scaun ergonomic '.repeat(8).trim();

/** Fields of a line, with `ublExtensions`; paths below the line. */
export const LINES: [field: string, term: string, given: Partial<LineInput>, path: string, value: string | string[]][] = [
  ['description', 'BT-153', { description: 'Scaun' }, 'cac:Item/cbc:Name', 'Scaun'],
  ['description', 'BT-153', { description: LONG_TEXT }, 'cac:Item/cbc:Name', 'Scaun ergonomic '.repeat(6).trim()],
  ['description', 'BT-154', { description: LONG_TEXT }, 'cac:Item/cbc:Description', LONG_TEXT],
  ['quantity', 'BT-129', { quantity: '2.5000' }, '*[self::cbc:InvoicedQuantity or self::cbc:CreditedQuantity]', '2.5'],
  ['unitOfMeasure', 'BT-130', { unitOfMeasure: 'Ore' }, '*/@unitCode', 'HUR'],
  ['unitPrice', 'BT-146', { unitPrice: '9.9900' }, 'cac:Price/cbc:PriceAmount', '9.99'],
  ['vatRate', 'BT-152', { vatRate: '11.00' }, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', '11'],
  ['vatCategoryCode', 'BT-151', { vatCategoryCode: 'Z', vatRate: '0' }, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'Z'],
  ['discount', 'BT-136', { discount: '5' }, 'cac:AllowanceCharge/cbc:*', ['false', '95', 'Discount', '5.00']],
  [
    'discountPercent',
    'BT-138',
    { discountPercent: '5' },
    'cac:AllowanceCharge/cbc:*',
    ['false', '95', 'Discount', '5', '5.00', '100.00'],
  ],
  ['vatIncluded', 'BT-146', { unitPrice: '121', vatIncluded: true }, 'cac:Price/cbc:PriceAmount', '100'],
  ['productCode', 'BT-155', { productCode: 'SC-1' }, 'cac:Item/cac:SellersItemIdentification/cbc:ID', 'SC-1'],
  [
    'invoicePeriod',
    'BG-26',
    { ublExtensions: { invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-15' } } },
    'cac:InvoicePeriod/*',
    ['2026-02-01', '2026-02-15'],
  ],
  [
    'allowanceCharges',
    'BG-27',
    { ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '3', reason: 'Defect' }] } },
    'cac:AllowanceCharge/*',
    ['false', 'Defect', '3.00'],
  ],
  [
    'allowanceCharges',
    'BG-28',
    { ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '3', reasonCode: 'FC' }] } },
    'cac:AllowanceCharge/*',
    ['true', 'FC', '3.00'],
  ],
  [
    'additionalItemProperties',
    'BG-32',
    { ublExtensions: { additionalItemProperties: [{ name: 'Culoare', value: 'nuc' }] } },
    'cac:Item/cac:AdditionalItemProperty/*',
    ['Culoare', 'nuc'],
  ],
  [
    'originCountry',
    'BT-159',
    { ublExtensions: { originCountry: 'IT' } },
    'cac:Item/cac:OriginCountry/cbc:IdentificationCode',
    'IT',
  ],
];

function parent(): DocumentOverrides {
  return { parentDocument: { id: 'x', number: 'FCT-2025-9', issueDate: '2025-12-30', total: '121.00' } };
}

function payee(): DocumentOverrides {
  return {
    payeeName: 'Factoring SA',
    payeeIdentifier: '29074154',
    payeeLegalRegistrationIdentifier: 'J40/777/2015',
    payeeBankAccount: 'ro83 exmp 0000 4567 8901 2345',
    payeeBankName: 'Banca Unu',
  };
}

function penalty(): DocumentOverrides {
  return { penaltyEnabled: true, penaltyPercentPerDay: '0.1', penaltyGraceDays: 5 };
}

function delivered(): DocumentOverrides {
  const deliveryAddress = { streetName: 'Bd. Unirii 5', cityName: 'Sector 3', countrySubentity: 'București', countryCode: 'RO' };
  return { ublExtensions: { delivery: { deliveryAddress } } };
}

function adjusted(chargeIndicator: boolean): DocumentOverrides {
  const reason = {
    reasonCode: chargeIndicator ? 'FC' : '41',
    reason: 'Fidelitate',
    baseAmount: '50',
    multiplierFactorNumeric: '10',
  };
  return {
    ublExtensions: { allowanceCharges: [{ chargeIndicator, amount: '5', taxCategoryCode: 'S', taxRate: '21', ...reason }] },
  };
}

function referring(): DocumentOverrides {
  return {
    ublExtensions: { additionalDocumentReferences: [{ id: 'ANEXA-1', documentTypeCode: '916', documentDescription: 'Deviz' }] },
  };
}

function exempt(ublExtensions: DocumentOverrides['ublExtensions']): DocumentOverrides {
  return { lines: [sampleLine({ vatCategoryCode: 'E', vatRate: '0' })], ublExtensions: ublExtensions ?? null };
}

function typed(code: string): string {
  return `cac:AdditionalDocumentReference[cbc:DocumentTypeCode=${code}]/cbc:ID`;
}

function subtotal(): string {
  return 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
}
