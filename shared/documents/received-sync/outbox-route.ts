import type { OutboxRoute } from '#shared/platform/store/outbox.ts';
import { secondsLimited, type SyncState } from './state.ts';

/** Queues a message for each run that begins and for each further part of a run. */
export const syncRoute: OutboxRoute = {
  kind: 'sync',
  dispatches: ({ before, after }) => {
    const state = after?.['data'] as SyncState | undefined;
    const run = state?.run;
    const earlier = (before?.['data'] as SyncState | undefined)?.run;
    if (!state || !run || (earlier?.id === run.id && earlier.part === run.part)) return [];
    return [{ queue: 'inbound-sync', body: { companyId: state.companyId, id: run.id }, delaySeconds: secondsLimited(state) }];
  },
};
