import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { PastCounts } from '#shared/output/mail/requests.ts';
import { presentRetention } from '#shared/records/parties/companies/present.ts';
import type { retentionSchema } from './schema.ts';
import type { RetentionView } from './view.ts';

const countsOf = ({ drafts, documents, clients }: PastCounts) => ({ drafts, documents, clients });

export const presentRetentionView = ({ company, past, run }: RetentionView): z.input<typeof retentionSchema> => ({
  companyId: company.id,
  retention: presentRetention(company),
  past: countsOf(past),
  run: run
    ? {
        id: run.data.id,
        status: run.data.finishedAt === null ? 'running' : 'done',
        startedAt: presentInstant(run.data.startedAt),
        startedBy: { id: run.data.startedBy.id, name: run.data.startedBy.name },
        finishedAt: presentInstantOrNull(run.data.finishedAt),
        removed: countsOf(run.removed),
      }
    : null,
});
