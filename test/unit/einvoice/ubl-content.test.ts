import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import {
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../support/documents.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';

/** What the rules do not check: that the right value is in the right place. */

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** The texts at a path below the root. */
function read(document: InvoiceDocument, path: string): string[] {
  const xml = XmlDocument.fromString(writeUbl(document));
  try {
    return xml.find(`/*/${path}`, NAMESPACES).map(node => node.content);
  } finally {
    xml.dispose();
  }
}

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const LINE = 'cac:InvoiceLine';

describe('parties', () => {
  const identifiers = (document: InvoiceDocument, party: string): string[] => [
    ...read(document, `${party}/cac:PartyTaxScheme/cbc:CompanyID`),
    ...read(document, `${party}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`),
    ...read(document, `${party}/cac:PartyLegalEntity/cbc:CompanyID`),
  ];
  const outsideVat = { seller: sampleSeller({ isVatPayer: false, vatCode: null }), platitorTva: false };
  const outside = sampleLine({ vatCategoryCode: 'O', vatRate: '0' });

  it.each<[who: string, document: InvoiceDocument, party: string, expected: string[]]>([
    ['VAT payer', sampleDocument(), SELLER, ['RO40123452', 'VAT', '40123452']],
    ['seller outside VAT', sampleDocument(outsideVat), SELLER, ['40123452', '!= VAT', '40123452']],
    [
      'seller who is marked as a VAT payer on the document',
      sampleDocument({ ...outsideVat, platitorTva: true }),
      SELLER,
      ['RO40123452', 'VAT', '40123452'],
    ],
    ['VAT payer under category O (BR-O-02)', sampleDocument({ lines: [outside] }), SELLER, ['40123452', '!= VAT', '40123452']],
    [
      'buyer with RO prefix',
      sampleDocument({ client: sampleBuyer({ isVatPayer: false }) }),
      BUYER,
      ['RO18547290', 'VAT', '18547290'],
    ],
    [
      'buyer outside VAT',
      sampleDocument({ client: sampleBuyer({ isVatPayer: false, cif: '18547290' }) }),
      BUYER,
      ['18547290', '!= VAT', '18547290'],
    ],
    ['consumer', sampleDocument({ client: sampleConsumer() }), BUYER, ['0000000000000']],
    [
      'consumer with personal number',
      sampleDocument({ client: sampleConsumer({ cnp: '2850312040015', sendPersonalNumber: true }) }),
      BUYER,
      ['2850312040015'],
    ],
  ])('identifies a %s', (_, document, party, expected) => {
    expect(identifiers(document, party)).toEqual(expected);
  });

  it('puts the trade-register number and the capital into the legal form of the seller', () => {
    expect(read(sampleDocument(), `${SELLER}//cbc:CompanyLegalForm`)).toEqual(['J40/1234/2019, Capital social: 200 lei']);
  });

  it('keeps the phone and e-mail of a natural person', () => {
    const client = sampleConsumer({ phone: '0722 000 000', email: 'ioana@example.org' });
    expect(read(sampleDocument({ client }), `${BUYER}/cac:Contact`)).toEqual([]);
  });
});

describe('texts', () => {
  it('keeps notes and mentions apart (BG-1), with the mention of VAT on collection', () => {
    const document = sampleDocument({ notes: 'Prima\r\na doua', mentions: 'Lege', tvaLaIncasare: true });
    expect(read(document, 'cbc:Note')).toEqual(['Prima\na doua', 'Lege', 'TVA la încasare']);
    expect(read(document, 'cac:InvoicePeriod/cbc:DescriptionCode')).toEqual(['432']);
  });

  it('does not repeat the mention of VAT on collection', () => {
    const document = sampleDocument({ mentions: 'Se aplică TVA la Încasare.', tvaLaIncasare: true });
    expect(read(document, 'cbc:Note')).toEqual(['Se aplică TVA la Încasare.']);
  });

  it('states penalties among the payment terms (BT-20)', () => {
    const penalties = { penaltyEnabled: true, penaltyPercentPerDay: '0.1' };
    const expected = 'Penalități de întârziere: 0,1% pe zi';
    expect(read(sampleDocument(penalties), 'cac:PaymentTerms/cbc:Note')).toEqual([expected]);
    expect(
      read(sampleDocument({ ...penalties, paymentTerms: '30 zile', penaltyGraceDays: 5 }), 'cac:PaymentTerms/cbc:Note'),
    ).toEqual([`30 zile; ${expected}, după 5 zile de la scadență`]);
  });

  it('never contains the internal note', () => {
    expect(
      writeUbl(sampleDocument({ internalNote: 'client dificil', salesAgent: 'Agent', deputyIdentityCard: 'RX 123456' })),
    ).not.toMatch(/dificil|Agent|RX 123456/);
  });
});

describe('payment', () => {
  it.each<[PaymentMethod, string]>([
    ['cash', '10'],
    ['cheque', '20'],
    ['bank_transfer', '30'],
    ['card', '48'],
    ['other', 'ZZZ'],
  ])('%s is means %s', (paymentMethod, code) => {
    const document = sampleDocument({ paymentMethod });
    expect(read(document, 'cac:PaymentMeans/cbc:PaymentMeansCode')).toEqual([code]);
    const account = read(document, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID');
    expect(account).toEqual(paymentMethod === 'bank_transfer' ? ['RO49AAAA1B31007593840000'] : []);
  });

  it('a transfer without account is 42, which requires none (BR-61)', () => {
    expect(read(sampleDocument({ seller: sampleSeller({ iban: null }) }), 'cac:PaymentMeans/cbc:PaymentMeansCode')).toEqual([
      '42',
    ]);
  });

  it("a payee's account of spaces counts as none: a card payment has no account then, a transfer the seller's", () => {
    const accounts = (paymentMethod: PaymentMethod): string[] =>
      read(sampleDocument({ paymentMethod, payeeBankAccount: ' ' }), 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID');
    expect([accounts('card'), accounts('bank_transfer')]).toEqual([[], ['RO49AAAA1B31007593840000']]);
  });

  it("prefers the payee's account", () => {
    const document = sampleDocument({ payeeBankAccount: 'RO83 EXMP 0000 4567 8901 2345' });
    expect(read(document, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID')).toEqual(['RO83EXMP0000456789012345']);
  });
});

describe('amounts', () => {
  const amounts = (document: InvoiceDocument, line = LINE): string[][] =>
    [
      '*[self::cbc:InvoicedQuantity or self::cbc:CreditedQuantity]',
      'cbc:LineExtensionAmount',
      'cac:AllowanceCharge/cbc:Amount',
      'cac:Price/cbc:PriceAmount',
    ].map(path => read(document, `${line}/${path}`));

  it('a credit note has positive amounts for negative stored ones', () => {
    const document = sampleCreditNote({ lines: [sampleLine({ quantity: '2', discount: '10' })] });
    expect(document.total).toBe('-229.90');
    expect(amounts(document, 'cac:CreditNoteLine')).toEqual([['2'], ['190.00'], ['10.00'], ['100']]);
    expect(read(document, 'cac:LegalMonetaryTotal/cbc:PayableAmount')).toEqual(['229.90']);
    expect(read(document, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['39.90']);
  });

  it('a negative price moves its sign to the quantity (BR-27)', () => {
    const credit = { isCreditNote: true, invoiceTypeCode: '381', lines: [sampleLine({ quantity: '2', unitPrice: '-15.5' })] };
    expect(amounts(sampleDocument(credit), 'cac:CreditNoteLine')).toEqual([['2'], ['31.00'], [], ['15.5']]);
  });

  it('a returned line of an invoice has a negative quantity and a negative discount', () => {
    const document = sampleDocument({ lines: [sampleLine({ quantity: '-2', discount: '10' })] });
    expect(amounts(document)).toEqual([['-2'], ['-190.00'], ['-10.00'], ['100']]);
  });

  it('a price with VAT becomes a net price that results in the line amount', () => {
    const lines = [sampleLine({ quantity: '3', unitPrice: '19.99', vatIncluded: true, discount: '2' })];
    // 57.97 gross is 47.91 net; the discount of 2.00 is 1.65 net: 3 × 16.5207 = 49.56.
    expect(amounts(sampleDocument({ lines }))).toEqual([['3'], ['47.91'], ['1.65'], ['16.5207']]);
  });

  it('a price with VAT has more decimals where a large quantity needs them', () => {
    const lines = [sampleLine({ quantity: '100000', unitPrice: '1.24', vatIncluded: true })];
    expect(amounts(sampleDocument({ lines }))).toEqual([['100000'], ['102479.34'], [], ['1.02479339']]);
  });

  it('the VAT in RON of a foreign currency follows the exchange rate (BT-111)', () => {
    const document = sampleDocument({ currency: 'EUR', exchangeRate: '5.0912' });
    expect(read(document, 'cbc:TaxCurrencyCode')).toEqual(['RON']);
    expect(read(document, 'cac:TaxTotal/cbc:TaxAmount[@currencyID="EUR"]')).toEqual(['21.00']);
    expect(read(document, 'cac:TaxTotal/cbc:TaxAmount[@currencyID="RON"]')).toEqual(['106.92']);
  });

  it('allowances, charges and prepayment of ublExtensions change the XML only', () => {
    const document = sampleDocument({
      ublExtensions: {
        allowanceCharges: [
          { chargeIndicator: false, amount: '10', taxCategoryCode: 'S', taxRate: '21' },
          { chargeIndicator: true, amount: '4.00', taxCategoryCode: 'S', taxRate: '11' },
        ],
        prepaidAmount: '50',
      },
      lines: [sampleLine({ ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '1' }] } })],
    });
    expect(document.total).toBe('121.00');
    expect(amounts(document)).toEqual([['1'], ['101.00'], ['1.00'], ['100']]);
    expect(read(document, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toEqual(['91.00', '4.00']);
    expect(read(document, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount')).toEqual(['19.11', '0.44']);
    expect(read(document, 'cac:LegalMonetaryTotal/*')).toEqual(['101.00', '95.00', '114.55', '10.00', '4.00', '50.00', '64.55']);
  });
});

describe('references', () => {
  it('names the preceding invoices, the parent first and each once, in a BillingReference of its own (BG-3)', () => {
    const parent = { number: 'FCT-2026-001', issueDate: '2026-03-02' };
    const older = { number: 'VECHI 7', issueDate: '2024-12-30' };
    const document = sampleCreditNote({
      parentDocument: { id: 'x', total: '121.00', ...parent },
      precedingInvoices: [older, parent, older, { ...parent, issueDate: '2025-03-02' }],
    });
    expect(read(document, 'cac:BillingReference[count(*) = 1]/cac:InvoiceDocumentReference/*')).toEqual([
      ...['FCT-2026-001', '2026-03-02', 'VECHI 7', '2024-12-30', 'FCT-2026-001', '2025-03-02'],
    ]);
    expect(read(sampleDocument(), 'cac:BillingReference')).toEqual([]);
  });

  it("has a due date at the root's position (BT-9)", () => {
    expect(read(sampleDocument(), 'cbc:DueDate')).toEqual(['2026-04-01']);
    expect(read(sampleCreditNote({ dueDate: '2026-03-20' }), 'cac:PaymentMeans/cbc:PaymentDueDate')).toEqual(['2026-03-20']);
  });

  it("has a project at the root's position (BT-11)", () => {
    expect(read(sampleDocument({ projectReference: 'P7' }), 'cac:ProjectReference/cbc:ID')).toEqual(['P7']);
    expect(read(sampleCreditNote({ projectReference: 'P7' }), 'cac:AdditionalDocumentReference/*')).toEqual(['P7', '50']);
  });

  it('states the type of an additional reference only where it has one (UBL-SR-43)', () => {
    const additionalDocumentReferences = [
      { id: 'A', documentTypeCode: '916', documentDescription: 'Anexă' },
      { id: 'B', documentTypeCode: '130' },
      { id: 'C', documentTypeCode: '130' },
    ];
    const document = sampleDocument({ ublExtensions: { additionalDocumentReferences } });
    expect(read(document, 'cac:AdditionalDocumentReference/*')).toEqual(['B', '130', 'A', 'Anexă', 'C']);
  });
});
