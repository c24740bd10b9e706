import type { Convertible, ConvertibleDocument } from './document.ts';
import type { Language } from '../document.ts';

export const PROFORMA_STATUSES = ['draft', 'sent', 'accepted', 'rejected', 'converted', 'cancelled'] as const;
export type ProformaStatus = (typeof PROFORMA_STATUSES)[number];

/**
 * The header of a proforma invoice (PRO-4), an offer and not a fiscal document. It is numbered when it is
 * created.
 */
export interface Proforma extends Convertible<ProformaStatus> {
  invoiceTypeCode: string;
  language: Language;
  /** The last day on which the offer is valid, `YYYY-MM-DD`. Informative: it can be accepted and converted afterwards. */
  validUntil: string;
  paymentTerms: string | null;
  orderNumber: string | null;
  contractNumber: string | null;
  rejectionReason: string | null;
  rejectionNotes: string | null;
  sentAt: string | null;
  acceptedAt: string | null;
  rejectedAt: string | null;
}

export type ProformaDocument = ConvertibleDocument<Proforma>;

const OPEN: readonly ProformaStatus[] = ['draft', 'sent', 'accepted'];

/** Whether an open proforma is past `validUntil` (PRO-14). @param day today, `YYYY-MM-DD` */
export const isExpired = ({ status, validUntil }: Pick<Proforma, 'status' | 'validUntil'>, day: string): boolean =>
  OPEN.includes(status) && validUntil < day;
