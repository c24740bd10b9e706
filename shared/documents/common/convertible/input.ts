import * as z from 'zod';
import { date, id, numeric, optionalText, text } from '#shared/base/kernel/fields.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';
import { linesOf, optional, turnoverKind } from '../input.ts';

/**
 * What request bodies of proformas and delivery notes share (PRO-5, DLN-5 to DLN-7): types and formats only. Business
 * rules are in draft.ts.
 */

/** A line. In an update, `uuid` names the stored line that it replaces. */
export const convertibleLine = z.object({
  uuid: optional(id()),
  description: text(2000),
  quantity: numeric(),
  unitPrice: numeric(),
  vatRateId: id(),
  unitOfMeasure: optionalText(20),
  productId: optional(id()),
  turnoverKind: turnoverKind(),
});

/** The fields of both kinds, except `lines` and the id of the series, whose name differs. */
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
  metadata: metadataChange(),
};

/** Those fields with the lines. */
export const convertibleBody = z.object({ ...convertibleFields, lines: linesOf(convertibleLine) });
export type ConvertibleBody = z.output<typeof convertibleBody>;

/** The body of a cancellation; both texts are optional. */
export const cancellationBody = z
  .object({ cancellationReason: optionalText(500), cancellationNotes: optionalText(5000) })
  .meta({ id: 'DocumentCancellation' });
export type Cancellation = z.output<typeof cancellationBody>;

/** Fields that a conversion may override; without them the invoice takes the values of the converted document. */
const overrides = z
  .object({
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
  })
  .meta({ id: 'ConversionOverrides' });

/** The body of a conversion into an invoice (PRO-19). */
export const conversionBody = z
  .object({
    invoiceSeriesId: optional(id()),
    issueDate: optional(date()),
    dueDate: optional(date()),
    overrideFields: overrides.nullish(),
  })
  .meta({ id: 'DeliveryNoteConversion' });
export type Conversion = z.output<typeof conversionBody>;
