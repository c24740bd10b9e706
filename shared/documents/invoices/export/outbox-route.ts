import { rareWork } from '#shared/platform/aws/queues.ts';
import type { OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { ExportJob } from './model.ts';

/** Queues the making of the archive when an export is created, and each further run of an archive of a period when the one before has ended. */
export const exportRoute: OutboxRoute = {
  kind: 'export',
  dispatches({ before, after }) {
    if (!after) return [];
    const { companyId, id, archive } = after['data'] as ExportJob;
    if (before && (before['data'] as ExportJob).archive?.run === archive?.run) return [];
    return [rareWork('build-export', { companyId, id, ...(archive && { run: archive.run }) })];
  },
};
