import { counterWrites } from '#shared/documents/common/counters.ts';
import type { DocumentType } from '#shared/documents/common/definition.ts';
import { indexKeys } from '#shared/documents/common/list-partitions.ts';
import { CONVERTIBLE_COUNTERS } from '#shared/documents/lists/convertible.ts';
import { goneWrite } from '#shared/documents/lists/gone.ts';
import { deliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { DELIVERY_NOTE_ITEMS, OUTSIDE, type DeliveryNoteParts } from './read.ts';
import { DELIVERY_NOTE_STATES } from './states.ts';

export const DELIVERY_NOTES: DocumentType<DeliveryNoteParts> = {
  ...DELIVERY_NOTE_ITEMS,
  kindOf: () => KINDS.delivery_note,
  row: deliveryNoteRow,
  indexKeys: note => indexKeys(KINDS.delivery_note, note),
  chain: { outside: OUTSIDE },
  states: () => DELIVERY_NOTE_STATES,
  alongside: changes => [
    ...counterWrites(KINDS.delivery_note, CONVERTIBLE_COUNTERS, changes),
    ...changes.flatMap(({ before, after }) =>
      before && !after ? [goneWrite(KINDS.delivery_note, before.companyId, before.id)] : [],
    ),
  ],
  removedWith: () => [],
};
