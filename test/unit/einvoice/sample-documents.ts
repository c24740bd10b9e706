import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import {
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
  type DocumentOverrides,
} from '../../support/documents.ts';

/** Documents that the authority must accept, one for each feature of the writer. */

/** A line of a category other than S. */
const untaxed = (vatCategoryCode: VatCategory, overrides: Partial<LineInput> = {}): LineInput =>
  sampleLine({ vatCategoryCode, vatRate: '0', ...overrides });

const viennese = sampleBuyer({
  name: 'Holzwerkstatt Jäger GmbH',
  cif: 'ATU12345678',
  registrationNumber: 'FN 123456a',
  address: 'Mariahilfer Straße 1',
  city: 'Wien',
  county: 'Wien',
  postalCode: '1060',
  country: 'AT',
});
const toVienna = {
  actualDeliveryDate: '2026-03-01',
  deliveryAddress: { streetName: 'Mariahilfer Straße 1', cityName: 'Wien', countrySubentity: 'Wien', countryCode: 'AT' },
};

const twoRates: LineInput[] = [
  sampleLine({
    description: 'Bibliotecă din lemn de nuc, 2,4 m',
    quantity: '1.5',
    unitPrice: '1234.5678',
    discountPercent: '7.5',
  }),
  sampleLine({ description: 'Cărți „Pădurea spânzuraților”', quantity: '12', unitPrice: '39.9', vatRate: '11', discount: '20' }),
];

const everyField: DocumentOverrides = {
  notes: 'Marfa rămâne proprietatea vânzătorului <până> la plata "integrală" & finală.\nMulțumim!',
  mentions: 'Factura circulă fără semnătură și ștampilă.',
  paymentTerms: '30 de zile',
  penaltyEnabled: true,
  penaltyPercentPerDay: '0.1',
  penaltyGraceDays: 5,
  deliveryLocation: 'Depozit Florești',
  projectReference: 'PROIECT-7',
  orderNumber: 'PO-2026/15',
  contractNumber: 'C-88 din 01.02.2026',
  receivingAdviceReference: 'NIR-51',
  despatchAdviceReference: 'AVZ-2026-004',
  tenderOrLotReference: 'LOT 3',
  invoicedObjectIdentifier: 'CONTOR-9912',
  buyerAccountingReference: '4111.07',
  buyerReference: 'Dep. achiziții',
  businessProcessType: 'P1',
  issuerName: 'Andreea Munteanu',
  taxPointDateCode: '35',
  payeeName: 'Factoring Exemplu IFN SA',
  payeeIdentifier: '29074154',
  payeeLegalRegistrationIdentifier: 'J40/777/2015',
  payeeBankAccount: 'RO83 EXMP 0000 4567 8901 2345',
  payeeBankName: 'Banca Factoringului',
  ublExtensions: {
    invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-28' },
    delivery: {
      actualDeliveryDate: '2026-02-27',
      deliveryAddress: { streetName: 'Bd. Unirii 5', cityName: 'Sector 3', countrySubentity: 'București', countryCode: 'RO' },
    },
    allowanceCharges: [
      { chargeIndicator: false, amount: '10.00', taxCategoryCode: 'S', taxRate: '21' },
      {
        chargeIndicator: false,
        amount: '5.50',
        taxCategoryCode: 'S',
        taxRate: '11',
        reasonCode: '95',
        reason: 'Fidelitate',
        baseAmount: '55',
        multiplierFactorNumeric: '10',
      },
      { chargeIndicator: true, amount: '25', taxCategoryCode: 'S', taxRate: '21', reasonCode: 'FC' },
    ],
    prepaidAmount: '100.00',
    additionalDocumentReferences: [
      { id: 'ANEXA-1', documentDescription: 'Deviz de lucrări' },
      { id: 'PV-12', documentTypeCode: '916' },
      { id: 'OBIECT-2', documentTypeCode: '130' },
    ],
  },
  lines: [
    sampleLine({
      ...twoRates[0],
      productCode: 'BIB-24',
      ublExtensions: {
        invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-15' },
        allowanceCharges: [
          { chargeIndicator: false, amount: '3.33' },
          { chargeIndicator: true, amount: '7', reason: 'Ambalaj', baseAmount: '70', multiplierFactorNumeric: '10' },
        ],
        additionalItemProperties: [{ name: 'Culoare', value: 'nuc închis' }],
        originCountry: 'RO',
      },
    }),
    twoRates[1]!,
  ],
};

const CREDIT: DocumentOverrides = { isCreditNote: true, documentType: 'credit_note', invoiceTypeCode: '381' };

const exempt = (taxExemptionReasonCode: string, taxExemptionReason: string, more: Partial<LineInput> = {}) =>
  sampleLine({
    ...{ vatCategoryCode: 'E', vatRate: '0', ...more },
    ublExtensions: { taxExemptionReasonCode, taxExemptionReason },
  });

/** What is no turnover, after a taxed line. */
const notTurnover = [
  sampleLine({ quantity: '24', unitPrice: '2.1', vatRate: '11' }),
  exempt('VATEX-EU-79-C', 'Garanție SGR', { quantity: '24', unitPrice: '0.5', turnoverKind: 'sgr_deposit' }),
  exempt('VATEX-EU-79-C', 'Taxă de timbru', { unitPrice: '200', turnoverKind: 'disbursement' }),
];

export const VALID_DOCUMENTS: [title: string, document: InvoiceDocument][] = [
  ['two rates, discounts, fractional quantity, diacritics', sampleDocument({ lines: twoRates })],
  ['category S', sampleDocument()],
  ['category Z', sampleDocument({ lines: [untaxed('Z')] })],
  [
    'category E with the reason on the document',
    sampleDocument({ lines: [untaxed('E')], ublExtensions: { taxExemptionReason: 'Scutit, art. 292' } }),
  ],
  [
    'category E with codes on the lines, beside category S',
    sampleDocument({
      lines: [
        sampleLine(),
        ...['VATEX-EU-132', 'VATEX-EU-132-1I'].map(code => untaxed('E', { ublExtensions: { taxExemptionReasonCode: code } })),
      ],
    }),
  ],
  ['category AE', sampleDocument({ lines: [untaxed('AE')] })],
  ['category K', sampleDocument({ client: viennese, lines: [untaxed('K')], ublExtensions: { delivery: toVienna } })],
  [
    'category G',
    sampleDocument({
      client: sampleBuyer({ cif: '123456789', isVatPayer: false, country: 'MD', county: null, city: 'Chișinău' }),
      lines: [untaxed('G')],
    }),
  ],
  ['category O between VAT payers', sampleDocument({ lines: [untaxed('O')] })],
  [
    'category O from a company outside VAT',
    sampleDocument({ seller: sampleSeller({ isVatPayer: false, vatCode: null }), platitorTva: false, lines: [untaxed('O')] }),
  ],
  [
    'VAT included',
    sampleDocument({
      lines: [
        sampleLine({ unitPrice: '1.24', vatIncluded: true }),
        sampleLine({ quantity: '3', unitPrice: '19.99', vatIncluded: true, discount: '2' }),
      ],
    }),
  ],
  [
    'VAT included and not, in one group',
    sampleDocument({ lines: [sampleLine({ unitPrice: '1.24', vatIncluded: true }), sampleLine({ unitPrice: '0.01' })] }),
  ],
  ['foreign currency', sampleDocument({ currency: 'EUR', exchangeRate: '5.0912', lines: twoRates })],
  ['negative quantities', sampleDocument({ lines: twoRates.map(line => ({ ...line, quantity: `-${line.quantity}` })) })],
  [
    'a returned line among sold ones',
    sampleDocument({ lines: [...twoRates, sampleLine({ quantity: '-0.5', unitPrice: '10', discount: '1' })] }),
  ],
  [
    'an advance of all of it taken off: total 0',
    sampleDocument({
      dueDate: null,
      lines: [...twoRates, ...twoRates.map(line => ({ ...line, quantity: `-${line.quantity}` }))],
    }),
  ],
  [
    'total 0 over two rates in foreign currency',
    sampleDocument({
      currency: 'EUR',
      exchangeRate: '5.0912',
      lines: [sampleLine({ vatRate: '11', unitPrice: '121' }), sampleLine({ quantity: '-1', unitPrice: '111' })],
    }),
  ],
  [
    'several preceding invoices',
    sampleDocument({
      parentDocument: { id: 'x', number: 'FCT-2025-9', issueDate: '2025-12-30', total: '121.00' },
      precedingInvoices: [
        { number: 'VECHI 7', issueDate: '2024-12-30' },
        { number: 'VECHI 8', issueDate: '2024-12-31' },
      ],
      lines: [sampleLine({ quantity: '-1' })],
    }),
  ],
  ['credit note', sampleCreditNote({ lines: twoRates, dueDate: '2026-03-20' })],
  [
    'credit note with a negative price',
    sampleDocument({ ...CREDIT, lines: [sampleLine({ quantity: '2', unitPrice: '-15.5' })] }),
  ],
  [
    'credit note in foreign currency, VAT included',
    sampleCreditNote({ currency: 'EUR', exchangeRate: '5.0912', lines: [sampleLine({ unitPrice: '1.24', vatIncluded: true })] }),
  ],
  [
    'corrected invoice of a credited one (384, negative)',
    sampleDocument({ isCreditNote: true, invoiceTypeCode: '384', lines: [sampleLine({ quantity: '-1' })] }),
  ],
  ['self-billed invoice', sampleDocument({ invoiceTypeCode: '389' })],
  ['accounting information', sampleDocument({ invoiceTypeCode: '751' })],
  [
    'document allowances and charges without reasons',
    sampleDocument({
      lines: twoRates,
      ublExtensions: {
        allowanceCharges: [
          { chargeIndicator: false, amount: '1', taxCategoryCode: 'S', taxRate: '21' },
          { chargeIndicator: true, amount: '2', taxCategoryCode: 'Z', taxRate: '0' },
        ],
      },
    }),
  ],
  [
    'an allowance of category O',
    sampleDocument({
      lines: [untaxed('O')],
      ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '1', taxCategoryCode: 'O', taxRate: '0' }] },
    }),
  ],
  ['every optional field', sampleDocument(everyField)],
  ['every optional field of a credit note', sampleCreditNote(everyField)],
  ['consumer without personal number', sampleDocument({ client: sampleConsumer() })],
  [
    'consumer with personal number',
    sampleDocument({ client: sampleConsumer({ cnp: '2850312040015', sendPersonalNumber: true }) }),
  ],
  ['buyer outside VAT', sampleDocument({ client: sampleBuyer({ cif: '18547290', isVatPayer: false }) })],
  [
    'seller outside VAT',
    sampleDocument({
      seller: sampleSeller({ isVatPayer: false, vatCode: null, cif: '40123452' }),
      platitorTva: false,
      lines: [untaxed('Z')],
    }),
  ],
  ['buyer from the EU', sampleDocument({ client: viennese, lines: [untaxed('AE')] })],
  [
    'buyer from outside the EU without tax number',
    sampleDocument({ client: sampleConsumer({ country: 'CH', county: null, city: 'Zürich' }) }),
  ],
  [
    'both in Bucharest, sectors said differently',
    sampleDocument({
      client: sampleBuyer({ city: 'Sector 6', county: 'RO-B' }),
      seller: sampleSeller({ city: 'Bucuresti', county: 'Mun. Bucuresti Sector 1' }),
    }),
  ],
  ['VAT on collection', sampleDocument({ tvaLaIncasare: true })],
  [
    'a description longer than a name may be',
    sampleDocument({
      lines: [sampleLine({ description: 'Scaun ergonomic,\nreglabil '.repeat(7) }), sampleLine({ description: 'ș'.repeat(101) })],
    }),
  ],
  [
    'VAT on collection beside reverse charge',
    sampleDocument({ tvaLaIncasare: true, lines: [sampleLine(), sampleLine({ vatCategoryCode: 'AE', vatRate: '0' })] }),
  ],
  ['VAT on collection with a tax point date', sampleDocument({ tvaLaIncasare: true, taxPointDate: '2026-03-10' })],
  ['transfer without an account', sampleDocument({ seller: sampleSeller({ iban: null, bankName: null }) })],
  ['payment terms instead of a due date', sampleDocument({ dueDate: null, paymentTerms: 'La livrare' })],
  ['nothing to pay', sampleDocument({ dueDate: null, ublExtensions: { prepaidAmount: '121' } })],
  ['the seller named as payee', sampleDocument({ payeeName: sampleSeller().name, payeeIdentifier: '40123452' })],
  [
    '60 lines',
    sampleDocument({
      lines: Array.from({ length: 60 }, (_, index) =>
        sampleLine({ quantity: `${index + 1}.125`, unitPrice: '3.3333', vatRate: index % 2 ? '21' : '11' }),
      ),
    }),
  ],
  [
    'characters XML forbids',
    sampleDocument({
      notes: 'Antet\u0000\u0008 și \uFFFE restul \uD83D',
      lines: [sampleLine({ description: 'Șurub <M8> & piuliță ]]> "zincată" 🔩\u001F' })],
    }),
  ],
];

/** Documents with lines that are no turnover, which the authority must accept as well. */
export const NOT_TURNOVER_DOCUMENTS: [string, InvoiceDocument][] = [
  ['deposits and a disbursement beside taxed lines', sampleDocument({ lines: notTurnover })],
  [
    'a disbursement beside an exemption for another reason',
    sampleDocument({ lines: [...notTurnover, exempt('VATEX-EU-132', 'Scutit, art. 292')] }),
  ],
  [
    'a credit note of deposits',
    sampleCreditNote({ lines: notTurnover.map(line => ({ ...line, quantity: `-${line.quantity}` })) }),
  ],
];
