import * as z from 'zod';
import { creditNoteBody } from '../credit-notes/input.ts';
import {
  collectBody,
  documentExtensions,
  lineBody,
  linesOf,
  optional,
  precedingInvoices,
  textFields,
} from '../documents/input.ts';
import { country, date, fitting, id, numeric, optionalDate, optionalText } from '../kernel/fields.ts';
import { LANGUAGES } from '../model/document.ts';
import { SUPPLY_FIELDS, TERM_FIELDS, XML_FIELDS } from '../model/invoice-fields.ts';
import { PAYMENT_METHODS } from '../model/payment.ts';

/** Request bodies of invoices, and of what may be either an invoice or a credit note (documents/input.ts has their parts). */

const taxId = () =>
  z
    .string()
    .max(50, 'must have at most 50 characters')
    .transform(value => value.replace(/\s+/g, '') || null)
    .nullish();

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
  ...textFields(TERM_FIELDS),
  paymentMethod: optional(z.enum(PAYMENT_METHODS)),
  ...textFields(SUPPLY_FIELDS),
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
  ...textFields(XML_FIELDS),
  penaltyEnabled: z.boolean().nullish(),
  penaltyPercentPerDay: optional(numeric()),
  penaltyGraceDays: z.number().int().min(0).nullish(),
  remindersDisabled: z.boolean().nullish(),
};

/** Body of a regular invoice. */
export const invoiceBody = z.object({
  ...common,
  issueDate: date(),
  lines: linesOf(lineBody),
  collect: collectBody.nullish(),
  idempotencyKey: optionalText(255),
});
export type InvoiceBody = z.output<typeof invoiceBody>;

/** Body of a regular invoice's update: every field optional, absent = unchanged (completions-documents §1.3). */
export const invoiceChanges = z.object({
  ...common,
  issueDate: date().optional(),
  lines: linesOf(lineBody).optional(),
  /** [added] Notes on received documents. */
  expenseCategory: optionalText(100),
  expenseAccount: optionalText(20),
  vatDeductiblePercent: optional(fitting(2, 0, 100)),
  receivedDate: optionalDate(),
});
export type InvoiceChanges = z.output<typeof invoiceChanges>;

/** The same for the API's description, which cannot see what `statingKind` does: either field makes a credit note. */
const describedCreditNote = creditNoteBody.meta({
  required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
  anyOf: [{ required: ['isCreditNote'] }, { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } }],
});

const EITHER = { error: 'must be true for a credit note, else false or absent' };

/** `documentType: "credit_note"` is the same as `isCreditNote: true` (decisions.md §Requests and answers). */
const statingKind = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const { isCreditNote, documentType } = body as Record<string, unknown>;
  return isCreditNote == null && documentType === 'credit_note' ? { ...body, isCreditNote: true } : body;
};

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
