import * as z from 'zod';
import { date, id, numeric, optionalText, text } from '../../kernel/fields.ts';
import { linesOf, optional } from '../input.ts';

/** What request bodies of proformas and delivery notes share (completions-documents §4, §6.2). Types and forms; rules are in draft.ts. */

/** A line; on update its `uuid` says which line it was. */
export const convertibleLine = z.object({
  uuid: optional(id()),
  description: text(2000),
  quantity: numeric(),
  unitPrice: numeric(),
  vatRateId: id(),
  unitOfMeasure: optionalText(20),
  productId: optional(id()),
});

/** The fields of both, but their lines and the name that each gives its series. */
export const convertibleFields = {
  clientId: id(),
  issueDate: date(),
  dueDate: date(),
  currency: z.string().trim().toUpperCase(),
  exchangeRate: optional(numeric()),
  deliveryLocation: optionalText(255),
  projectReference: optionalText(255),
  issuerName: optionalText(255),
  issuerId: optional(id()),
  salesAgent: optionalText(255),
  notes: optionalText(5000),
  mentions: optionalText(5000),
  internalNote: optionalText(5000),
};

/** The body of both. */
export const convertibleBody = z.object({ ...convertibleFields, lines: linesOf(convertibleLine) });
export type ConvertibleBody = z.output<typeof convertibleBody>;

/** The body of a cancellation: both texts may be left out. */
export const cancellationBody = z.object({ cancellationReason: optionalText(500), cancellationNotes: optionalText(5000) });
export type Cancellation = z.output<typeof cancellationBody>;

/** What a conversion may say otherwise than the document that is converted. */
const overrides = z.object({
  notes: optionalText(5000),
  paymentTerms: optionalText(1000),
  deliveryLocation: optionalText(255),
  projectReference: optionalText(255),
  orderNumber: optionalText(255),
  contractNumber: optionalText(255),
  mentions: optionalText(5000),
  internalNote: optionalText(5000),
  salesAgent: optionalText(255),
  currency: optional(z.string().trim().toUpperCase()),
  exchangeRate: optional(numeric()),
});

/** The body of a conversion into an invoice (completions-documents §4). */
export const conversionBody = z.object({
  invoiceSeriesId: optional(id()),
  issueDate: optional(date()),
  dueDate: optional(date()),
  overrideFields: overrides.nullish(),
});
export type Conversion = z.output<typeof conversionBody>;
