import { onCreation, type OutboxRoute } from '../../../store/outbox.ts';

/** The file of a logo is discarded once its company names it no more. */
export const removedLogoRoute: OutboxRoute = {
  kind: 'removed-logo',
  dispatches: onCreation(({ pk, sk, data }) => [{ queue: 'discard', body: { ...(data as object), pk, sk } }]),
};
