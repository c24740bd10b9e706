import { nextMonth } from '#shared/base/kernel/dates.ts';
import type { TransportFields, TransportState, TransportStatus } from '../transport.ts';
import type { Convertible, ConvertibleDocument, ConvertibleRow } from './document.ts';
import { convertibleRow } from './document.ts';

export const DELIVERY_NOTE_STATUSES = ['draft', 'issued', 'converted', 'cancelled'] as const;
export type DeliveryNoteStatus = (typeof DELIVERY_NOTE_STATUSES)[number];

/** The header of a delivery note (DLN-5 to DLN-13), which is numbered when it is issued. */
export interface DeliveryNote extends Convertible<DeliveryNoteStatus>, TransportFields, TransportState {
  /** The person who takes the goods, with identity card and vehicle. */
  deputyName: string | null;
  deputyIdentityCard: string | null;
  deputyAuto: string | null;
  /** Whether an invoice follows; false for goods that are moved and not sold (form 14-3-6A). */
  invoiceFollows: boolean;
  /** The reason for moving goods that are not sold, and their destination. */
  transferCause: string | null;
  destination: string | null;
  /** The note whose goods are returned with this one; quantities are negative then. */
  returnOf: { id: string; number: string } | null;
  /** The proforma from which it was created. */
  proformaId: string | null;
  /**
   * Ids of its transport records (delivery-notes/transport/record.ts), newest last; `past…` are those from before it was restored.
   */
  transportRecords?: string[];
  pastTransportRecords?: string[];
  /** The unfinished bulk conversion that has reserved the note (delivery-notes/conversion/staged.ts). */
  conversion?: { id: string };
}

export type DeliveryNoteDocument = ConvertibleDocument<DeliveryNote>;

export interface DeliveryNoteRow extends ConvertibleRow {
  status: DeliveryNoteStatus;
  etransportStatus: TransportStatus | null;
  /** Whether an invoice follows the note, whatever its status; absent in rows that are older than this field. */
  toInvoice?: boolean;
}

export const deliveryNoteRow = (note: DeliveryNote): DeliveryNoteRow => ({
  ...convertibleRow(note),
  status: note.status,
  etransportStatus: note.etransportStatus,
  toInvoice: isFollowedByInvoice(note),
});

/**
 * False for goods that are moved and not sold, and for returns, which are invoiced together with the note that delivered the goods.
 */
const isFollowedByInvoice = ({ invoiceFollows, returnOf }: Pick<DeliveryNote, 'invoiceFollows' | 'returnOf'>): boolean =>
  invoiceFollows && returnOf === null;

const LAST_DAY = '15';

/**
 * The last day on which the law lets the goods of a note be invoiced: the 15th of the month after the supply (Fiscal Code, art. 319
 * (16)), the date of which is the issue date of the note. Null for a note that is not issued, is already invoiced, or is not to be
 * invoiced. Pure.
 *
 * @returns `YYYY-MM-DD`
 */
export const invoiceDueBy = (note: Pick<DeliveryNote, 'status' | 'issueDate' | 'invoiceFollows' | 'returnOf'>): string | null =>
  note.status === 'issued' && isFollowedByInvoice(note) ? `${nextMonth(note.issueDate)}-${LAST_DAY}` : null;

/** The note marked as converted into an invoice. @param at ISO 8601 */
export function asConverted<D extends DeliveryNote>({ conversion: _, ...note }: D, invoiceId: string, at: string): D {
  return { ...note, status: 'converted', convertedAt: at, convertedInvoiceId: invoiceId, updatedAt: at } as D;
}
