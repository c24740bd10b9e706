import type { DocumentItems, StoredDocument } from '../documents/definition.ts';
import { readDocument } from '../documents/store.ts';
import type { DeliveryNote, DeliveryNoteDocument } from '../model/convertible/delivery-note.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import type { CompanyId } from '../store/table.ts';

export interface StoredDeliveryNote extends StoredDocument<DeliveryNote> {
  document: DeliveryNoteDocument;
  /** What it was converted into, where that was read. */
  invoice?: Invoice | undefined;
}

/** What happens to a note without changing what it states. */
export const OUTSIDE = [
  ...['status', 'updatedAt', 'issuedAt', 'cancelledAt', 'cancellationReason', 'cancellationNotes'],
  ...['convertedAt', 'convertedInvoiceId', 'conversion'],
  ...['etransportStatus', 'etransportUit', 'etransportErrorMessage', 'etransportSubmittedAt', 'etransportUploadId'],
  ...['etransportDeclarationId', 'etransportValidUntil', 'etransportDeletedAt', 'transportRecords', 'pastTransportRecords'],
] as const satisfies (keyof DeliveryNote)[];

/** How delivery notes are read. */
export const DELIVERY_NOTE_ITEMS: DocumentItems<DeliveryNote, StoredDeliveryNote> = {
  kind: KINDS.delivery_note,
  children: () => ({}),
};

/** The whole note; undefined when the company has none of that id. One query. */
export const readDeliveryNote = (company: CompanyId, id: string): Promise<StoredDeliveryNote | undefined> =>
  readDocument(DELIVERY_NOTE_ITEMS, company, id);
