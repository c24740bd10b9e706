import { auditedKind } from '#shared/documents/common/audited-kind.ts';
import { DELIVERY_NOTE_ITEMS, OUTSIDE } from './read.ts';

/** Lets the audit of series read delivery notes. */
export const auditedDeliveryNotes = auditedKind(DELIVERY_NOTE_ITEMS, OUTSIDE);
