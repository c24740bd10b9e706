import type { Actor } from '#shared/platform/access/model.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { monthOf } from '#shared/base/kernel/dates.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { PropagateClientChange } from '#shared/records/parties/clients/update.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type ClientChange, deferClientChange } from './task.ts';
import { personOf } from '#shared/documents/common/timeline.ts';

/** Milliseconds in which the API function begins to rewrite documents; its response is due within 29 seconds. */
const PATIENCE = 10_000;

/** The two ways to update the drafts of a company when the actor changes a client: deferred by a task, and at once. */
export function propagationOf(company: CompanyId, actor: Actor): PropagateClientChange {
  const [month, by] = [monthOf(today()), personOf(actor)];
  const changeOf = ({ version }: Client): ClientChange => ({ version, month, by });
  return {
    defer: client => deferClientChange(company, client.id, changeOf(client)),
    find: async client => {
      // Loaded on demand: most changes of clients concern no document.
      const { documentsOfMonth, propagateClientChange } = await import('./propagate-client-change.ts');
      const leading = { client, change: changeOf(client) };
      const found = await documentsOfMonth(company, leading);
      return async () => {
        const { updated, kept } = await propagateClientChange(company, leading, found, PATIENCE);
        return { invoicesUpdated: updated, invoicesKept: kept };
      };
    },
  };
}
