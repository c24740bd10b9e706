import { rareWork } from '#shared/platform/aws/queues.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';

/** Queues the removal of the bytes of an attachment, after its record was removed. */
export const removedAttachmentRoute: OutboxRoute = {
  kind: 'removed-attachment',
  dispatches: onCreation(({ pk, sk, data }) => [rareWork('discard-file', { ...(data as object), pk, sk })]),
};
