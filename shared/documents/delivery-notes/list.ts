import * as z from 'zod';
import { flag } from '#shared/platform/lambda/endpoint/request.ts';
import { convertibleList } from '#shared/documents/lists/convertible.ts';
import type { AtPlace, ListDefinition, RowReader } from '#shared/documents/lists/definition.ts';
import { convertibleParameters, inOrder, NOT_IN_ORDER, optionalParameter, wordList } from '#shared/documents/lists/query.ts';
import { DELIVERY_NOTE_STATUSES, type DeliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { TRANSPORT_STATUSES } from '#shared/model/transport.ts';

/** The list of delivery notes (DLN-13). */

export const deliveryNoteListQuery = z
  .object({
    ...convertibleParameters(DELIVERY_NOTE_STATUSES),
    etransportStatus: optionalParameter(wordList(TRANSPORT_STATUSES)),
    toInvoice: optionalParameter(flag()),
  })
  .refine(inOrder, NOT_IN_ORDER);
export type DeliveryNoteListQuery = z.output<typeof deliveryNoteListQuery>;

export const DELIVERY_NOTE_LIST: ListDefinition<DeliveryNoteRow, DeliveryNoteListQuery, undefined> = convertibleList(
  KINDS.delivery_note,
  ({ etransportStatus: wanted, toInvoice }) => [
    ...(wanted ? [{ field: 'etransportStatus' as const, holds: (status: unknown) => wanted.some(one => one === status) }] : []),
    ...(toInvoice === undefined ? [] : [{ test: isToInvoice(toInvoice) }]),
  ],
);

/**
 * Tests whether a note is issued, not yet invoiced, and to be followed by an invoice. Rows stored before the field `toInvoice`
 * existed lack it; of these, all but returns (negative total) count as to be invoiced.
 */
const isToInvoice =
  (wanted: boolean) =>
  (read: RowReader<DeliveryNoteRow>): AtPlace<boolean> => {
    const [status, follows, total] = [read.word('status'), read.word('toInvoice'), read.cents('total')];
    return place => (status(place) === 'issued' && (follows(place) ?? total(place) >= 0)) === wanted;
  };
