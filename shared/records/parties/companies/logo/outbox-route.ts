import { rareWork } from '#shared/platform/aws/queues.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';

/** Queues the deletion of a logo's file, once its company does not refer to it any more. */
export const removedLogoRoute: OutboxRoute = {
  kind: 'removed-logo',
  dispatches: onCreation(({ pk, sk, data }) => [rareWork('discard-file', { ...(data as object), pk, sk })]),
};
