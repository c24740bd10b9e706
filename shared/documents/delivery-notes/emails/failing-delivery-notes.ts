import { failureWritesOf } from '#shared/documents/common/emails/failure-writes.ts';
import type { FailingKind } from '#shared/output/mail/documents/kind.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { DELIVERY_NOTES } from '../store.ts';

/** How shared/output/mail records that a mail with a delivery note has failed. */
export const failingDeliveryNotes: FailingKind = { ...KINDS.delivery_note, failureWrites: failureWritesOf(DELIVERY_NOTES) };
