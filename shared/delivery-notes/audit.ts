import { auditedKind } from '../documents/audited-kind.ts';
import { DELIVERY_NOTE_ITEMS, OUTSIDE } from './read.ts';

/** Delivery notes for the auditor of their series. */
export const auditedDeliveryNotes = auditedKind(DELIVERY_NOTE_ITEMS, OUTSIDE);
