import { counterWrites } from '../documents/counters.ts';
import type { DocumentType } from '../documents/definition.ts';
import { indexKeys } from '../documents/list-partitions.ts';
import { CONVERTIBLE_COUNTERS } from '../lists/convertible.ts';
import { goneWrite } from '../lists/gone.ts';
import { type DeliveryNote, deliveryNoteRow } from '../model/convertible/delivery-note.ts';
import { KINDS } from '../model/kinds.ts';
import { companyScope } from '../store/table.ts';
import { DELIVERY_NOTE_ITEMS, OUTSIDE, type StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTE_STATES } from './states.ts';

export const DELIVERY_NOTES: DocumentType<DeliveryNote, StoredDeliveryNote> = {
  ...DELIVERY_NOTE_ITEMS,
  kindOf: () => KINDS.delivery_note,
  row: deliveryNoteRow,
  indexKeys: note => indexKeys(KINDS.delivery_note, note),
  chain: { outside: OUTSIDE },
  states: () => DELIVERY_NOTE_STATES,
  alongside: changes => [
    ...counterWrites(KINDS.delivery_note, CONVERTIBLE_COUNTERS, changes),
    ...changes.flatMap(({ before, after }) =>
      before && !after ? [goneWrite(KINDS.delivery_note, companyScope(before.companyId), before.id)] : [],
    ),
  ],
  removedWith: () => [],
};
