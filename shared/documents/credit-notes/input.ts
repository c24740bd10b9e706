import * as z from 'zod';
import { date, id, numeric, optionalText } from '#shared/base/kernel/fields.ts';
import {
  documentExtensions,
  lineBody,
  linesOf,
  optional,
  precedingInvoices,
  textFields,
} from '#shared/documents/common/input.ts';
import { TEXT_FIELDS } from '#shared/model/invoice-fields.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';

const texts = textFields(TEXT_FIELDS);

/** A line of a credit note. In an update, `uuid` names the stored line that it replaces. */
const creditNoteLine = lineBody
  .omit({ addSgr: true })
  .extend({ uuid: optional(id()), vatRateId: id() })
  .meta({ id: 'CreditNoteLineInput' });

/** Request body of a credit note, the same for create and update (CRN-6). */
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
  invoiceTypeCode: optionalText(20),
  notes: texts.notes,
  paymentTerms: texts.paymentTerms,
  issuerName: texts.issuerName,
  mentions: texts.mentions,
  precedingInvoices: precedingInvoices(),
  internalNote: texts.internalNote,
  ublExtensions: documentExtensions.nullish(),
  issuerId: texts.issuerId,
  idempotencyKey: optionalText(255),
  metadata: metadataChange(),
  lines: linesOf(creditNoteLine),
});
export type CreditNoteBody = z.output<typeof creditNoteBody>;
