import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { type Delivering, delivering, newNote } from '../../support/delivery-notes.ts';
import { describeLongList } from '../../support/lists/long-list.ts';
import { useOwnService } from '../../support/service.ts';

describeLongList({
  ...{ service: useOwnService(), path: '/delivery-notes', kind: KINDS.delivery_note, type: DELIVERY_NOTES },
  company: delivering,
  make: (service, scope, dueDate) => newNote(service, scope as Delivering, { dueDate }),
});
