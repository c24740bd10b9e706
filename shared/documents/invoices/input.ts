import * as z from 'zod';
import { creditNoteBody } from '#shared/documents/credit-notes/input.ts';
import {
  collectBody,
  documentExtensions,
  lineBody,
  linesOf,
  optional,
  precedingInvoices,
  textFields,
} from '#shared/documents/common/input.ts';
import { country, date, decimalBetween, id, numeric, optionalDate, optionalText } from '#shared/base/kernel/fields.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';
import { SUPPLY_FIELDS, TERM_FIELDS, XML_FIELDS } from '#shared/model/invoice-fields.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';

/** Request bodies of invoices, and of endpoints that accept an invoice or a credit note (their parts are in documents/input.ts). */

const taxId = () =>
  z
    .string()
    .max(50, 'must have at most 50 characters')
    .transform(value => value.replace(/\s+/g, '') || null)
    .nullish();

/** The fields of both create and update, all optional. */
const common = {
  clientId: optional(id()),
  receiverName: optionalText(255),
  receiverCif: taxId(),
  // An e-invoice states the address of the buyer, and a receiver without client record has it nowhere else.
  receiverAddress: optionalText(255),
  receiverCity: optionalText(100),
  receiverCounty: optionalText(100),
  receiverCountry: optional(country()),
  documentSeriesId: optional(id()),
  isCreditNote: z.literal(false).nullish(),
  documentType: optional(
    z.literal('invoice', "must be 'invoice' or absent; for a credit note send 'credit_note' or isCreditNote true"),
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
  isAdvance: z.boolean().nullish(),
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
  metadata: metadataChange(),
};

/** Body of a regular invoice. */
export const invoiceBody = z
  .object({
    ...common,
    issueDate: date(),
    lines: linesOf(lineBody),
    collect: collectBody.nullish(),
    idempotencyKey: optionalText(255),
  })
  .meta({ id: 'InvoiceInput' });
export type InvoiceBody = z.output<typeof invoiceBody>;

/** Body of an update of a regular invoice: all fields are optional, absent ones stay unchanged (INV-26). */
export const invoiceChanges = z
  .object({
    ...common,
    issueDate: date().optional(),
    lines: linesOf(lineBody).optional(),
    /** Bookkeeping notes; for received documents only. */
    expenseCategory: optionalText(100),
    expenseAccount: optionalText(20),
    vatDeductiblePercent: optional(decimalBetween(2, 0, 100)),
    selfAssessedRate: optional(decimalBetween(2, 0, 100)),
    receivedDate: optionalDate(),
  })
  .meta({ id: 'InvoiceChange' });
export type InvoiceChanges = z.output<typeof invoiceChanges>;

/**
 * The credit note body for the OpenAPI description, which cannot express `statingKind`: either field makes the body a credit note.
 */
const describedCreditNote = creditNoteBody.meta({
  id: 'CreditNoteInput',
  required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
  anyOf: [{ required: ['isCreditNote'] }, { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } }],
});

const EITHER = { error: 'must be true for a credit note, and false or absent for an invoice' };

/** `documentType: "credit_note"` is the same as `isCreditNote: true` (CRN-1). */
const statingKind = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const { isCreditNote, documentType } = body as Record<string, unknown>;
  return isCreditNote == null && documentType === 'credit_note' ? { ...body, isCreditNote: true } : body;
};

/** Body of a new invoice or credit note. */
export const documentBody = z.preprocess(
  statingKind,
  z.discriminatedUnion('isCreditNote', [invoiceBody, describedCreditNote], EITHER),
);
export type DocumentBody = z.output<typeof documentBody>;

/** Body of an update of an invoice or credit note. */
export const documentChanges = z.preprocess(
  statingKind,
  z.discriminatedUnion('isCreditNote', [invoiceChanges, describedCreditNote], EITHER),
);
export type DocumentChanges = z.output<typeof documentChanges>;
