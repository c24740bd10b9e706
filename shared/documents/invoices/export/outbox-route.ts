import { rareWork } from '#shared/platform/aws/queues.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { ExportJob } from './model.ts';

/** Queues the making of the archive when an export is created. */
export const exportRoute: OutboxRoute = {
  kind: 'export',
  dispatches: onCreation(({ data }) => {
    const { companyId, id } = data as ExportJob;
    return [rareWork('build-export', { companyId, id })];
  }),
};
