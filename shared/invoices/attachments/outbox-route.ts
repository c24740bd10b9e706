import { onCreation, type OutboxRoute } from '../../store/outbox.ts';

/** The bytes of an attachment are discarded once its record is gone. */
export const removedAttachmentRoute: OutboxRoute = {
  kind: 'removed-attachment',
  dispatches: onCreation(({ pk, sk, data }) => [{ queue: 'discard', body: { ...(data as object), pk, sk } }]),
};
