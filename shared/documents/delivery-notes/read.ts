import type { DocumentItems, StoredDocument } from '#shared/documents/common/definition.ts';
import { readDocument } from '#shared/documents/common/store.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** What belongs to a delivery note. */
export interface DeliveryNoteParts {
  header: DeliveryNote;
  children: {
    /** The header of the invoice that it was converted into; undefined if there is none or it was not read. */
    invoice?: Invoice | undefined;
  };
}

export type StoredDeliveryNote = StoredDocument<DeliveryNoteParts>;

/** Fields that are not part of the note's content, so they are outside of its hash chain (`DocumentType.chain`). */
export const OUTSIDE = [
  ...['status', 'updatedAt', 'issuedAt', 'cancelledAt', 'cancellationReason', 'cancellationNotes'],
  ...['convertedAt', 'convertedInvoiceId', 'conversion'],
  ...['etransportStatus', 'etransportUit', 'etransportErrorMessage', 'etransportSubmittedAt', 'etransportUploadId'],
  ...['etransportDeclarationId', 'etransportValidUntil', 'etransportDeletedAt', 'transportRecords', 'pastTransportRecords'],
] as const satisfies (keyof DeliveryNote)[];

export const DELIVERY_NOTE_ITEMS: DocumentItems<DeliveryNoteParts> = {
  kind: KINDS.delivery_note,
  children: () => ({}),
};

/** The whole note; undefined when the company has no note with that id. One query. */
export const readDeliveryNote = (company: CompanyId, id: string): Promise<StoredDeliveryNote | undefined> =>
  readDocument(DELIVERY_NOTE_ITEMS, company, id);
