import { failureWritesOf } from '#shared/documents/emails/failure-writes.ts';
import type { FailingKind } from '#shared/mail/documents/kind.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { DELIVERY_NOTES } from '../store.ts';

/** How shared/mail records that a mail with a delivery note has failed. */
export const failingDeliveryNotes: FailingKind = { ...KINDS.delivery_note, failureWrites: failureWritesOf(DELIVERY_NOTES) };
