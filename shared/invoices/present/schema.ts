import * as z from 'zod';
import {
  attachmentSchema,
  creditNoteLinkSchema,
  eventSchema,
  lineSchema,
  number,
  partySchema,
  paymentSchema,
  personSchema,
  precedingSchema,
  refSchema,
  text,
} from '../../documents/present/schema.ts';
import { namesOf, SUPPLY_FIELDS, TERM_FIELDS, type TextField, XML_FIELDS } from '../../model/invoice-fields.ts';
import { receivedShape } from '../../documents/present/received-schema.ts';
import { validationSchema } from '../validation/schema.ts';
import { creditNoteRowSchema, creditNoteSchema } from '../../credit-notes/schema.ts';
import { pageSchema } from '../../lambda/endpoint/schema.ts';

/** Schemas of text fields, which are returned as they are stored. */
const textSchemas = <Group extends Record<string, TextField>>(group: Group) =>
  Object.fromEntries(namesOf(group).map(name => [name, text()])) as Record<keyof Group, ReturnType<typeof text>>;

/** Response schemas of invoices (interface.md §Invoice, completions-documents §1.2) and of the answers that contain them. */

export const invoiceSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  status: z.string(),
  direction: z.string(),
  isCreditNote: z.boolean(),
  documentType: z.string(),
  invoiceTypeCode: z.string(),
  currency: z.string(),
  language: z.string(),
  issueDate: z.string(),
  dueDate: text(),
  ...textSchemas(TERM_FIELDS),
  paymentMethod: z.string(),
  ...textSchemas(SUPPLY_FIELDS),
  receiverName: text(),
  receiverCif: text(),
  receiverAddress: text(),
  receiverCity: text(),
  receiverCounty: text(),
  receiverCountry: text(),
  tvaLaIncasare: z.boolean(),
  platitorTva: z.boolean(),
  plataOnline: z.boolean(),
  showClientBalance: z.boolean(),
  clientBalanceExisting: text(),
  clientBalanceOverdue: text(),
  idempotencyKey: text(),
  taxPointDate: text(),
  ...textSchemas(XML_FIELDS),
  penaltyEnabled: z.boolean(),
  penaltyGraceDays: number(),
  paidAt: text(),
  xmlPath: text(),
  pdfPath: text(),
  taxauthStatus: text(),
  taxauthSubmissionId: text(),
  taxauthDownloadId: text(),
  taxauthValidationErrors: z.array(z.string()).nullable(),
  cancellationReason: text(),
  paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
  isOverdue: z.boolean(),
  exchangeRate: z.number(),
  exchangeRateDate: text(),
  subtotal: z.number(),
  discount: z.number(),
  vatTotal: z.number(),
  total: z.number(),
  amountPaid: z.number(),
  balance: z.number(),
  penaltyPercentPerDay: number(),
  clientId: text(),
  documentSeriesId: text(),
  parentDocumentId: text(),
  client: partySchema.nullable(),
  supplier: partySchema,
  series: z.object({ id: z.string(), name: z.string(), prefix: z.string(), nextNumber: number() }).nullable(),
  parentDocument: refSchema.nullable(),
  precedingInvoices: precedingSchema,
  ublExtensions: z.record(z.string(), z.unknown()).nullable(),
  lines: z.array(lineSchema),
  payments: z.array(paymentSchema),
  events: z.array(eventSchema),
  attachments: z.array(attachmentSchema),
  xmlGenerated: z.boolean(),
  pdfGenerated: z.boolean(),
  taxauthUploadIndex: text(),
  proformaId: text(),
  proformaReference: text(),
  deliveryNoteId: text(),
  deliveryNoteReference: text(),
  deliveryNoteIds: z.array(z.string()),
  recurringInvoiceId: text(),
  remindersDisabled: z.boolean(),
  creditNotes: z.array(creditNoteLinkSchema),
  scheduledEmailAt: text(),
  cancelledAt: text(),
  cancelledBy: personSchema.nullable(),
  restoredAt: text(),
  restoredBy: personSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...receivedShape,
  /** [added] Warnings about the change that this is the answer to. */
  warnings: z.array(z.string()).optional(),
});

/** An invoice, with the findings that would prevent its issue. */
export const wrappedSchema = z.object({ invoice: invoiceSchema, validation: validationSchema });

/** The answer of create and update: an invoice with its validation, or a credit note without (completions-documents §3). */
export const changedSchema = z.union([wrappedSchema, creditNoteSchema]);

export const documentSchema = z.union([invoiceSchema, creditNoteSchema]);

/** An item of the invoice list (completions-documents §1.1). */
export const rowSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  status: z.string(),
  paymentStatus: z.string(),
  isOverdue: z.boolean(),
  direction: z.string(),
  isCreditNote: z.boolean(),
  currency: z.string(),
  issueDate: z.string(),
  dueDate: z.string().nullable(),
  subtotal: z.number(),
  vatTotal: z.number(),
  total: z.number(),
  amountPaid: z.number(),
  balance: z.number(),
  clientName: z.string().nullable(),
  supplier: z.object({ id: z.string().nullable(), name: z.string(), cif: z.string().nullable() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const listSchema = pageSchema(z.union([rowSchema, creditNoteRowSchema])).extend({
  totals: z
    .array(
      z.object({
        currency: z.string(),
        subtotal: z.number(),
        vatTotal: z.number(),
        total: z.number(),
        receivable: z.number(),
        payable: z.number(),
      }),
    )
    .optional(),
});
