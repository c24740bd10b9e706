import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { PastCounts } from '#shared/output/mail/requests.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { awaitsDispatch, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { put, update, type Write } from '#shared/platform/store/transact.ts';
import { type RetentionRun, type RunItem, runKey, startableBefore } from './record.ts';

/** The writes of a removal of what is past its time. */

/** A new run, and the write that starts it; the write fails while another one of the last 24 hours is under way. */
export function startRun(companyId: CompanyId, startedBy: PersonRef): { run: RunItem; write: Write } {
  const data: RetentionRun = { id: newId(), companyId, startedAt: instant(), startedBy, finishedAt: null };
  const removed = { drafts: 0, documents: 0, clients: 0 };
  const run: RunItem = { ...runKey(companyId), kind: 'retention-run', data, removed };
  return {
    run,
    write: put(
      { ...run, ...awaitsDispatch(data.id) },
      {
        expression: 'attribute_not_exists(pk) OR #data.finishedAt <> :null OR #data.startedAt < :startable',
        names: { '#data': 'data' },
        values: { ':null': null, ':startable': startableBefore() },
      },
    ),
  };
}

const sameRun = ({ data }: RunItem) => ({
  names: { '#data': 'data' },
  values: { ':id': data.id, ':null': null },
  condition: '#data.id = :id AND #data.finishedAt = :null',
});

/** The write that counts what a transaction removes. It fails when the run has ended. */
export function counted(run: RunItem, sort: keyof PastCounts): Write {
  const { names, values, condition } = sameRun(run);
  return update(runKey(run.data.companyId), {
    expression: 'ADD #removed.#sort :one',
    names: { ...names, '#removed': 'removed', '#sort': sort },
    values: { ...values, ':one': 1 },
    condition,
  });
}

/** The write that ends a run. */
export function finished(run: RunItem): Write {
  const { names, values, condition } = sameRun(run);
  return update(runKey(run.data.companyId), {
    expression: 'SET #data.finishedAt = :at REMOVE duePk, dueAt',
    names,
    values: { ...values, ':at': instant() },
    condition,
  });
}

/** Has the worker begin when a run is started: one replaces the item of the run before. */
export const retentionRoute: OutboxRoute = {
  kind: 'retention-run',
  dispatches: ({ before, after }) => {
    const [was, is] = [before, after].map(item => item?.['data'] as RetentionRun | undefined);
    return is && is.id !== was?.id ? [rareWork('purge-retained', { companyId: is.companyId })] : [];
  },
};
