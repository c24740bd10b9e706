import { nextMonth } from '../../kernel/dates.ts';
import type { DocumentEvent } from '../timeline.ts';
import type { TransportFields, TransportState, TransportStatus } from '../transport.ts';
import type { Convertible, ConvertibleDocument, ConvertibleRow } from './document.ts';
import { convertibleRow } from './document.ts';

export const DELIVERY_NOTE_STATUSES = ['draft', 'issued', 'converted', 'cancelled'] as const;
export type DeliveryNoteStatus = (typeof DELIVERY_NOTE_STATUSES)[number];

/** The header of a delivery note (interface.md §Delivery note): goods that left. Numbered when it is issued. */
export interface DeliveryNote extends Convertible<DeliveryNoteStatus>, TransportFields, TransportState {
  /** Who takes the goods, by which vehicle. */
  deputyName: string | null;
  deputyIdentityCard: string | null;
  deputyAuto: string | null;
  /** [added] Whether an invoice follows; false for goods that are moved and not sold (form 14-3-6A). */
  invoiceFollows: boolean;
  /** [added] Why goods are moved that are not sold, and where to. */
  transferCause: string | null;
  destination: string | null;
  /** The note whose goods it takes back; its quantities are negative. */
  returnOf: { id: string; number: string } | null;
  /** The proforma that it was made of. */
  proformaId: string | null;
  /** The records of its transport (delivery-notes/transport/record.ts), the last one last; those of before it was restored. */
  transportRecords?: string[];
  pastTransportRecords?: string[];
  /** A bulk conversion that has reserved the note and is not done (delivery-notes/conversion/staged.ts). */
  conversion?: { id: string };
}

export type DeliveryNoteDocument = ConvertibleDocument<DeliveryNote>;
export type DeliveryNoteEvent = DocumentEvent<DeliveryNoteStatus>;

export interface DeliveryNoteRow extends ConvertibleRow {
  etransportStatus: TransportStatus | null;
  /** Whether an invoice follows the note, whatever its status; absent in rows that were written before lists could be filtered by it. */
  toInvoice?: boolean;
}

export const deliveryNoteRow = (note: DeliveryNote): DeliveryNoteRow => ({
  ...convertibleRow(note),
  etransportStatus: note.etransportStatus,
  toInvoice: isFollowedByInvoice(note),
});

/** Goods that are moved and not sold are not invoiced; those that are taken back are, together with the note that gave them. */
const isFollowedByInvoice = ({ invoiceFollows, returnOf }: Pick<DeliveryNote, 'invoiceFollows' | 'returnOf'>): boolean =>
  invoiceFollows && returnOf === null;

const LAST_DAY = '15';

/**
 * The last day on which the goods of a note may be invoiced: the 15th of the month after the one in which they were supplied (Legea 227/2015,
 * Cod fiscal, art. 319 (16)), which is that of its issue date. Null for a note that is not to be invoiced, or is already. Pure.
 *
 * @returns `YYYY-MM-DD`
 */
export const invoiceDueBy = (note: Pick<DeliveryNote, 'status' | 'issueDate' | 'invoiceFollows' | 'returnOf'>): string | null =>
  note.status === 'issued' && isFollowedByInvoice(note) ? `${nextMonth(note.issueDate)}-${LAST_DAY}` : null;

/** A note that was converted into an invoice. */
export function asConverted<D extends DeliveryNote>({ conversion: _, ...note }: D, invoiceId: string, at: string): D {
  return { ...note, status: 'converted', convertedAt: at, convertedInvoiceId: invoiceId, updatedAt: at } as D;
}
