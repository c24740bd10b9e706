import fc from 'fast-check';
import type { AllowanceCharge, DocumentExtensions, LineExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { fieldsByTerm, type TermFieldName } from '#shared/model/invoice-fields.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { sampleBuyer, sampleConsumer, sampleDocument, sampleLine, sampleSeller, type DocumentOverrides } from '../documents.ts';

/** Random documents that are valid by the contract: the authority must accept all of them. */

export const arbitraryAmount = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: max * 100 }).map(cents => (cents / 100).toFixed(2));

/** Any characters, including those that XML forbids; never blank. */
export const arbitraryWords = fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).map(text => `Ș${text}`);
const reference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(text => `Nr. ${text}`);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 3 });
const atTimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { freq: 3, nil: undefined });

const day = (month: string): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: 28 }).map(value => `2026-${month}-${String(value).padStart(2, '0')}`);
const period = fc.record({ startDate: atTimes(day('01')), endDate: atTimes(day('02')) });

const allowance: fc.Arbitrary<AllowanceCharge> = fc
  .record({
    chargeIndicator: fc.boolean(),
    amount: arbitraryAmount(20),
    reason: atTimes(arbitraryWords),
    hasCode: fc.boolean(),
    hasBase: fc.boolean(),
  })
  .map(({ hasCode, hasBase, ...entry }) => ({
    ...entry,
    ...(hasCode && { reasonCode: entry.chargeIndicator ? 'FC' : '41' }),
    ...(hasBase && { baseAmount: '200.00', multiplierFactorNumeric: '7.5' }),
  }));

const lineExtensions: fc.Arbitrary<LineExtensions> = fc.record({
  invoicePeriod: atTimes(period),
  allowanceCharges: atTimes(fc.array(allowance, { maxLength: 2 })),
  additionalItemProperties: atTimes(
    fc.array(fc.record({ name: fc.constantFrom('Culoare', 'Material'), value: arbitraryWords }), { maxLength: 2 }),
  ),
  originCountry: atTimes(fc.constantFrom('RO', 'IT', 'CN')),
});

interface Vat {
  vatCategoryCode: VatCategory;
  vatRate: string;
}

/** A line; `extended` with line-level `ublExtensions`. */
export const arbitraryLine = (vats: readonly Vat[], extended = true): fc.Arbitrary<LineInput> =>
  fc
    .record({
      description: arbitraryWords,
      quantity: fc.integer({ min: 1, max: 5_000_000 }).map(value => (value / 10_000).toFixed(4)),
      unitPrice: fc.integer({ min: 0, max: 20_000_000 }).map(value => (value / 10_000).toFixed(4)),
      unitOfMeasure: fc.constantFrom('buc', 'ORE', 'kg', 'Bucăți', 'm²', 'XPP', 'coș'),
      vat: fc.constantFrom(...vats),
      discounted: fc.constantFrom('not', 'not', 'percent', 'fixed'),
      part: fc.integer({ min: 0, max: 10_000 }),
      vatIncluded: fc.boolean(),
      productCode: sometimes(reference),
      ublExtensions: extended ? sometimes(lineExtensions) : fc.constant(null),
    })
    .map(({ vat, discounted, part, ...values }) => {
      const value = Number(values.quantity) * Number(values.unitPrice);
      return sampleLine({
        ...values,
        ...vat,
        discountPercent: discounted === 'percent' ? (part / 100).toFixed(2) : null,
        discount: discounted === 'fixed' ? Math.max(0, Math.floor(value * part) / 10_000 - 0.01).toFixed(2) : null,
      });
    });

export const DOMESTIC: Vat[] = [
  { vatCategoryCode: 'S', vatRate: '21' },
  { vatCategoryCode: 'S', vatRate: '11' },
  { vatCategoryCode: 'S', vatRate: '5' },
  { vatCategoryCode: 'Z', vatRate: '0' },
  { vatCategoryCode: 'E', vatRate: '0' },
  { vatCategoryCode: 'AE', vatRate: '0' },
];

const viennese = sampleBuyer({
  name: 'Holzwerkstatt Jäger GmbH',
  cif: 'ATU12345678',
  registrationNumber: 'FN 123456a',
  address: 'Mariahilfer Straße 1',
  city: 'Wien',
  county: null,
  postalCode: '1060',
  country: 'AT',
});
const vienna = { streetName: 'Mariahilfer Straße 1', cityName: 'Wien', countrySubentity: 'Wien', countryCode: 'AT' };
const moldovan = sampleBuyer({ cif: '1003600012345', isVatPayer: false, country: 'MD', county: null, city: 'Chișinău' });
const bucharest = sampleBuyer({ cif: '18547290', isVatPayer: false, city: 'Sectorul 4', county: 'Bucuresti' });

/** VAT categories that may be on one document together, and the buyers that they may be charged to. */
const TRADES: { vats: Vat[]; clients: InvoiceDocument['client'][]; registered: boolean; extensions?: DocumentExtensions }[] = [
  {
    vats: DOMESTIC,
    clients: [
      sampleBuyer(),
      sampleConsumer(),
      sampleConsumer({ cnp: '2850312040015', sendPersonalNumber: true }),
      bucharest,
      viennese,
    ],
    registered: false,
  },
  { vats: [{ vatCategoryCode: 'O', vatRate: '0' }], clients: [sampleBuyer(), sampleConsumer(), viennese], registered: false },
  {
    vats: [{ vatCategoryCode: 'K', vatRate: '0' }],
    clients: [viennese],
    registered: true,
    extensions: { delivery: { actualDeliveryDate: '2026-02-27', deliveryAddress: vienna } },
  },
  { vats: [{ vatCategoryCode: 'G', vatRate: '0' }], clients: [moldovan], registered: true },
];

const termTexts = Object.fromEntries(Object.values(fieldsByTerm()).map(name => [name, sometimes(reference)])) as Record<
  TermFieldName,
  fc.Arbitrary<string | null>
>;

/** All texts that are a business term; those of `payments`, which depend on each other, replace theirs. */
const references = fc.record({
  ...termTexts,
  invoicedObjectIdentifier: sometimes(reference),
  issuerName: sometimes(arbitraryWords),
});

const payments = fc.record({
  paymentMethod: fc.constantFrom<PaymentMethod>('bank_transfer', 'cash', 'card', 'cheque', 'other'),
  paymentTerms: sometimes(arbitraryWords),
  dueDate: sometimes(day('04')),
  payeeName: sometimes(arbitraryWords),
  payeeIdentifier: sometimes(reference),
  payeeLegalRegistrationIdentifier: sometimes(reference),
  payeeBankAccount: sometimes(fc.constant('RO83 EXMP 0000 4567 8901 2345')),
  payeeBankName: sometimes(arbitraryWords),
  penaltyEnabled: fc.boolean(),
  penaltyPercentPerDay: sometimes(fc.constantFrom('0.1', '1')),
  penaltyGraceDays: sometimes(fc.integer({ min: 0, max: 30 })),
});

const texts = fc.record({
  notes: sometimes(arbitraryWords),
  mentions: sometimes(arbitraryWords),
  deliveryLocation: sometimes(arbitraryWords),
  tvaLaIncasare: fc.boolean(),
  taxPointDate: sometimes(day('03')),
  taxPointDateCode: sometimes(fc.constantFrom('3', '35')),
});

const extensions = (vats: readonly Vat[]): fc.Arbitrary<DocumentExtensions> =>
  fc.record({
    invoicePeriod: atTimes(period),
    delivery: atTimes(
      fc.record({
        actualDeliveryDate: atTimes(day('02')),
        deliveryAddress: atTimes(
          fc.constantFrom(vienna, {
            streetName: 'Bd. Unirii 5',
            cityName: 'Sector 3',
            countrySubentity: 'București',
            countryCode: 'RO',
          }),
        ),
      }),
    ),
    prepaidAmount: atTimes(arbitraryAmount(100)),
    additionalDocumentReferences: atTimes(
      fc.array(
        fc.record({
          id: reference,
          documentTypeCode: atTimes(fc.constantFrom('130', '916')),
          documentDescription: atTimes(arbitraryWords),
        }),
        { maxLength: 3 },
      ),
    ),
    allowanceCharges: atTimes(
      fc.array(
        fc
          .tuple(allowance, fc.constantFrom(...vats))
          .map(([entry, vat]) => ({ ...entry, taxCategoryCode: vat.vatCategoryCode, taxRate: vat.vatRate })),
        { maxLength: 3 },
      ),
    ),
  });

const TYPE_CODES = { invoice: '380', mixed: '380', negative: '380', credit: '381', corrected: '384' };

/** The lines with negative quantities: all of them, or every third one. */
const takesBack = (kind: keyof typeof TYPE_CODES, place: number): boolean =>
  kind === 'negative' || kind === 'credit' || (kind === 'mixed' && place % 3 === 1);

const document = ({ vats, clients, registered, extensions: needed }: (typeof TRADES)[number]): fc.Arbitrary<InvoiceDocument> =>
  fc
    .record({
      lines: fc.array(arbitraryLine(vats), { minLength: 1, maxLength: 15 }),
      kind: fc.constantFrom<keyof typeof TYPE_CODES>('invoice', 'invoice', 'mixed', 'negative', 'credit', 'corrected'),
      currency: fc.constantFrom('RON', 'RON', 'EUR', 'USD'),
      exchangeRate: fc.integer({ min: 1, max: 99_999 }).map(value => (value / 10_000).toFixed(4)),
      client: fc.constantFrom(...clients),
      isVatPayer: registered ? fc.constant(true) : fc.boolean(),
      hasAccount: fc.boolean(),
      hasParent: fc.boolean(),
      typedReferences: fc.array(fc.record({ number: reference, issueDate: day('01') }), { maxLength: 3 }),
      references,
      payments,
      texts,
      extensions: extensions(vats),
    })
    .map(({ kind, isVatPayer, hasAccount, hasParent, typedReferences, ...values }) => {
      const seller = { ...(!isVatPayer && { isVatPayer, vatCode: null }), ...(!hasAccount && { iban: null, bankName: null }) };
      return sampleDocument({
        ...values.references,
        ...values.payments,
        ...values.texts,
        ...consistent(values),
        currency: values.currency,
        exchangeRate: values.currency === 'RON' ? '1' : values.exchangeRate,
        client: values.client,
        seller: sampleSeller(seller),
        platitorTva: isVatPayer,
        isCreditNote: kind === 'credit',
        documentType: kind === 'credit' ? 'credit_note' : 'invoice',
        invoiceTypeCode: TYPE_CODES[kind],
        parentDocument: hasParent ? { id: 'x', number: 'FCT-2025-17', issueDate: '2025-12-30', total: '1.00' } : null,
        ...(typedReferences.length > 0 && { precedingInvoices: typedReferences }),
        lines: values.lines.map((line, place) => (takesBack(kind, place) ? { ...line, quantity: `-${line.quantity}` } : line)),
        ublExtensions: { taxExemptionReason: 'Scutit, art. 292', ...defined(values.extensions), ...needed },
      });
    });

/** Removes combinations that the rules forbid: a tax point date with its code, a payee's identifiers without its name. */
function consistent(values: {
  texts: { taxPointDate: string | null };
  payments: { payeeName: string | null };
}): DocumentOverrides {
  return {
    ...(values.texts.taxPointDate !== null && { taxPointDateCode: null }),
    ...(values.payments.payeeName === null && { payeeIdentifier: null, payeeLegalRegistrationIdentifier: null }),
  };
}

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

export const arbitraryDocument: fc.Arbitrary<InvoiceDocument> = fc.oneof(
  { arbitrary: document(TRADES[0]!), weight: 6 },
  ...TRADES.slice(1).map(trade => ({ arbitrary: document(trade), weight: 1 })),
);
