import * as z from 'zod';
import { country, date, id, numeric, numericText, optionalDate, optionalText, text } from '../kernel/fields.ts';
import { LANGUAGES } from '../model/document.ts';
import { PAYMENT_METHODS } from '../model/payment.ts';
import { VAT_CATEGORIES } from '../model/vat/categories.ts';

/**
 * Request bodies of invoices (interface.md §POST /api/v1/invoices; completions-documents §1.3, §14). Types and forms only: what
 * does not fit is a 400. Business rules are in draft-rules.ts and documents/states.ts and answer 422.
 */

const code = (max: number) => text(max);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** An optional field in which empty text means null (completions-accounts §1.2). */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(value => (isBlank(value) ? null : value), schema.nullish());

/** An optional key of `ublExtensions`, which is there or is not: null and empty text mean that it is not. */
const key = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === null || isBlank(value) ? undefined : value), schema.optional());

const taxId = () =>
  z
    .string()
    .max(50, 'must have at most 50 characters')
    .transform(value => value.replace(/\s+/g, '') || null)
    .nullish();

const allowanceCharge = z.object({
  chargeIndicator: z.boolean(),
  amount: numericText(),
  reasonCode: key(code(10)),
  reason: key(text(1000)),
  baseAmount: key(numericText()),
  multiplierFactorNumeric: key(numericText()),
});

const exemption = { taxExemptionReason: key(text(1000)), taxExemptionReasonCode: key(code(40)) };

const deliveryAddress = z.object({
  streetName: key(text(1000)),
  cityName: key(text(200)),
  countrySubentity: key(text(100)),
  countryCode: key(country()),
});

/** Unknown keys are dropped, as the contract says: zod objects strip them. */
export const documentExtensions = z.object({
  invoicePeriod: key(z.object({ startDate: key(date()), endDate: key(date()), descriptionCode: key(code(10)) })),
  delivery: key(z.object({ actualDeliveryDate: key(date()), deliveryAddress: key(deliveryAddress) })),
  allowanceCharges: key(
    z
      .array(allowanceCharge.extend({ taxCategoryCode: z.enum(VAT_CATEGORIES), taxRate: numericText() }))
      .max(20, 'must have at most 20 entries'),
  ),
  prepaidAmount: key(numericText().refine(value => !value.startsWith('-'), 'must not be negative')),
  additionalDocumentReferences: key(
    z
      .array(z.object({ id: text(200), documentTypeCode: key(code(10)), documentDescription: key(text(1000)) }))
      .max(10, 'must have at most 10 entries'),
  ),
  ...exemption,
});

export const lineExtensions = z.object({
  invoicePeriod: key(z.object({ startDate: key(date()), endDate: key(date()) })),
  allowanceCharges: key(z.array(allowanceCharge).max(10, 'must have at most 10 entries')),
  additionalItemProperties: key(z.array(z.object({ name: text(50), value: text(100) })).max(20, 'must have at most 20 entries')),
  originCountry: key(country()),
  ...exemption,
});

/** One line as sent. Absent is undefined, explicit null too: a line is always replaced as a whole. */
export const lineBody = z.object({
  description: text(2000),
  quantity: numeric(),
  unitPrice: numeric(),
  vatRate: optional(numeric()),
  vatCategoryCode: optional(z.enum(VAT_CATEGORIES)),
  vatRateId: optional(id()),
  unitOfMeasure: optionalText(20),
  productId: optional(id()),
  discount: optional(numeric()),
  discountPercent: optional(numeric()),
  vatIncluded: z.boolean().nullish(),
  productCode: optionalText(50),
  ublExtensions: lineExtensions.nullish(),
});
export type LineBody = z.output<typeof lineBody>;

export const MAX_LINES = 1000;

export const MAX_PRECEDING = 100;

/** [added] Earlier documents that a corrective or negative one refers to (decisions.md §Fiscal rules). */
const precedingInvoices = () =>
  z
    .array(z.object({ number: text(200), issueDate: date() }))
    .max(MAX_PRECEDING, `must have at most ${MAX_PRECEDING} entries`)
    .nullish();

const lines = () =>
  z.array(lineBody).min(1, 'must have at least one line').max(MAX_LINES, `must have at most ${MAX_LINES} lines`);

/** Everything that create and update share; all optional here. */
const common = {
  clientId: optional(id()),
  receiverName: optionalText(255),
  receiverCif: taxId(),
  // [added] An e-invoice states where the buyer is, and a receiver has no record that says it.
  receiverAddress: optionalText(255),
  receiverCity: optionalText(100),
  receiverCounty: optionalText(100),
  receiverCountry: optional(country()),
  documentSeriesId: optional(id()),
  isCreditNote: z.literal(false).nullish(),
  documentType: optional(
    z.literal('invoice', "must be 'invoice' or absent; a credit note says 'credit_note', or isCreditNote true"),
  ),
  parentDocumentId: optional(id()),
  precedingInvoices: precedingInvoices(),
  dueDate: optionalDate(),
  currency: optional(z.string().trim().toUpperCase()),
  exchangeRate: optional(numeric()),
  invoiceTypeCode: optionalText(20),
  notes: optionalText(5000),
  paymentTerms: optionalText(1000),
  paymentMethod: optional(z.enum(PAYMENT_METHODS)),
  deliveryLocation: optionalText(255),
  projectReference: optionalText(255),
  orderNumber: optionalText(255),
  contractNumber: optionalText(255),
  issuerName: optionalText(255),
  issuerId: optionalText(255),
  mentions: optionalText(5000),
  internalNote: optionalText(5000),
  salesAgent: optionalText(255),
  deputyName: optionalText(255),
  deputyIdentityCard: optionalText(255),
  deputyAuto: optionalText(255),
  language: optional(z.enum(LANGUAGES)),
  tvaLaIncasare: z.boolean().nullish(),
  platitorTva: z.boolean().nullish(),
  plataOnline: z.boolean().nullish(),
  showClientBalance: z.boolean().nullish(),
  clientBalanceExisting: optional(numeric()),
  clientBalanceOverdue: optional(numeric()),
  autoApplyVatRules: z.boolean().nullish(),
  vatIncluded: z.boolean().nullish(),
  ublExtensions: documentExtensions.nullish(),
  taxPointDate: optionalDate(),
  taxPointDateCode: optionalText(10),
  buyerReference: optionalText(200),
  receivingAdviceReference: optionalText(200),
  despatchAdviceReference: optionalText(200),
  tenderOrLotReference: optionalText(200),
  invoicedObjectIdentifier: optionalText(200),
  buyerAccountingReference: optionalText(200),
  businessProcessType: optionalText(200),
  payeeName: optionalText(255),
  payeeIdentifier: optionalText(200),
  payeeLegalRegistrationIdentifier: optionalText(200),
  payeeBankAccount: optionalText(34),
  payeeBankName: optionalText(255),
  penaltyEnabled: z.boolean().nullish(),
  penaltyPercentPerDay: optional(numeric()),
  penaltyGraceDays: z.number().int().min(0).nullish(),
};

const collect = z.object({
  value: optional(numeric()),
  type: optional(z.enum(PAYMENT_METHODS)),
  issueDate: optionalDate(),
  documentNumber: optionalText(255),
  mentions: optionalText(1000),
});

/** Body of a regular invoice. */
export const invoiceBody = z.object({
  ...common,
  issueDate: date(),
  lines: lines(),
  collect: collect.nullish(),
  idempotencyKey: optionalText(255),
});
export type InvoiceBody = z.output<typeof invoiceBody>;

/** Body of a regular invoice's update: every field optional, absent = unchanged (completions-documents §1.3). */
export const invoiceChanges = z.object({ ...common, issueDate: date().optional(), lines: lines().optional() });
export type InvoiceChanges = z.output<typeof invoiceChanges>;

/** A line of a credit note; on update its `uuid` says which line it was. */
const creditNoteLine = lineBody.extend({ uuid: optional(id()), vatRateId: id() });

/** Body of a credit note, create and update alike (interface.md §as credit note). */
export const creditNoteBody = z.object({
  isCreditNote: z.literal(true),
  direction: z.literal('outgoing', 'must be outgoing'),
  documentType: optional(z.literal('credit_note', "must be 'credit_note', or absent")),
  parentDocumentId: id(),
  /** Null credits an invoice whose receiver has no client record. */
  clientId: id().nullable(),
  seriesId: id(),
  issueDate: date(),
  dueDate: date(),
  currency: z.string().trim().toUpperCase(),
  exchangeRate: optional(numeric()),
  invoiceTypeCode: common.invoiceTypeCode,
  notes: common.notes,
  paymentTerms: common.paymentTerms,
  issuerName: common.issuerName,
  mentions: common.mentions,
  precedingInvoices: common.precedingInvoices,
  internalNote: common.internalNote,
  ublExtensions: common.ublExtensions,
  issuerId: common.issuerId,
  idempotencyKey: optionalText(255),
  lines: z.array(creditNoteLine).min(1, 'must have at least one line').max(MAX_LINES, `must have at most ${MAX_LINES} lines`),
});

/** The same for the API's description, which cannot see what `statingKind` does: either field makes a credit note. */
const describedCreditNote = creditNoteBody.meta({
  required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
  anyOf: [{ required: ['isCreditNote'] }, { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } }],
});
export type CreditNoteBody = z.output<typeof creditNoteBody>;

const EITHER = { error: 'must be true for a credit note, else false or absent' };

/** `documentType: "credit_note"` is the same as `isCreditNote: true` (decisions.md §Requests and answers). */
const statingKind = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const { isCreditNote, documentType } = body as Record<string, unknown>;
  return isCreditNote == null && documentType === 'credit_note' ? { ...body, isCreditNote: true } : body;
};

/** What a body that does not fit answers: 422 where it names two kinds at once (decisions.md §Requests and answers), else 400. */
export const invalidDocumentBody = ({ isCreditNote, documentType }: Record<string, unknown>): 400 | 422 =>
  (isCreditNote === true && documentType === 'invoice') || (isCreditNote === false && documentType === 'credit_note') ? 422 : 400;

/** Body of a new document of either kind. */
export const documentBody = z.preprocess(
  statingKind,
  z.discriminatedUnion('isCreditNote', [invoiceBody, describedCreditNote], EITHER),
);

/** Body of an update of either kind. */
export const documentChanges = z.preprocess(
  statingKind,
  z.discriminatedUnion('isCreditNote', [invoiceChanges, describedCreditNote], EITHER),
);
export type DocumentChanges = z.output<typeof documentChanges>;
