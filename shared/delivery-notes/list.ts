import * as z from 'zod';
import { convertibleList } from '../lists/convertible.ts';
import type { ListDefinition } from '../lists/definition.ts';
import { convertibleParameters, inOrder, NOT_IN_ORDER, optionalParameter, wordList } from '../lists/query.ts';
import { DELIVERY_NOTE_STATUSES, type DeliveryNoteRow } from '../model/convertible/delivery-note.ts';
import { KINDS } from '../model/kinds.ts';
import { TRANSPORT_STATUSES } from '../model/transport.ts';

/** The list of delivery notes (completions-documents §6.1). */

export const deliveryNoteListQuery = z
  .object({ ...convertibleParameters(DELIVERY_NOTE_STATUSES), etransportStatus: optionalParameter(wordList(TRANSPORT_STATUSES)) })
  .refine(inOrder, NOT_IN_ORDER);
export type DeliveryNoteListQuery = z.output<typeof deliveryNoteListQuery>;

export const DELIVERY_NOTE_LIST: ListDefinition<DeliveryNoteRow, DeliveryNoteListQuery, undefined> = convertibleList(
  KINDS.delivery_note,
  ({ etransportStatus: wanted }) =>
    wanted ? [{ field: 'etransportStatus', holds: status => wanted.some(one => one === status) }] : [],
);
