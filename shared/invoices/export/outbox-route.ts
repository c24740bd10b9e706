import { onCreation, type OutboxRoute } from '../../store/outbox.ts';
import type { ExportJob } from './model.ts';

/** An archive is packed when it is asked for. */
export const exportRoute: OutboxRoute = {
  kind: 'export',
  dispatches: onCreation(({ data }) => {
    const { companyId, id } = data as ExportJob;
    return [{ queue: 'export', body: { companyId, id } }];
  }),
};
