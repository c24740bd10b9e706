import * as z from 'zod';
import { convertibleFields, convertibleLine } from '#shared/documents/common/convertible/input.ts';
import { linesOf, optional } from '#shared/documents/common/input.ts';
import { transportFields, transportLineFields } from '#shared/authority/etransport/input.ts';
import { id, MAX_ENTRIES, optionalText, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';

/** Request bodies of delivery notes (DLN-5 to DLN-7). */

/** The body of create and update: an update replaces all fields. */
export const deliveryNoteBody = z
  .object({
    ...convertibleFields,
    documentSeriesId: optional(id()),
    deputyName: optionalText(255),
    deputyIdentityCard: optionalText(255),
    deputyAuto: optionalText(255),
    // Fields of the official form of delivery notes, 14-3-6A.
    invoiceFollows: z.boolean().nullish(),
    transferCause: optionalText(255),
    destination: optionalText(255),
    ...transportFields,
    lines: linesOf(convertibleLine.extend(transportLineFields).meta({ id: 'DeliveryNoteLineInput' })),
  })
  .meta({ id: 'DeliveryNoteInput' });
export type DeliveryNoteBody = z.output<typeof deliveryNoteBody>;

/** Only the transport fields, of the note and of the lines given by `uuid`. Other lines do not change. */
export const changedTransportFields = {
  ...transportFields,
  lines: z
    .array(z.object({ uuid: id(), ...transportLineFields }).meta({ id: 'TransportLineChange' }))
    .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
    .optional(),
};
export const transportBody = patch(changedTransportFields).meta({ id: 'TransportChange' });
export type TransportBody = z.output<typeof transportBody>;

export const fromProformaBody = z.object({ proformaId: id() }).meta({ id: 'DeliveryNoteFromProforma' });

/** The most notes in one bulk conversion. */
export const MOST_NOTES = 100;

export const bulkConversionBody = z
  .object({
    ids: z
      .array(id())
      .min(2, 'must have at least 2 ids')
      .max(MOST_NOTES, `must have at most ${MOST_NOTES} ids`)
      .refine(ids => new Set(ids).size === ids.length, 'must not contain an id twice'),
  })
  .meta({ id: 'BulkConversion' });
