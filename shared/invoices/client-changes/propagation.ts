import type { Actor } from '../../access/model.ts';
import { today } from '../../kernel/clock.ts';
import { monthOf } from '../../kernel/dates.ts';
import type { Client } from '../../parties/clients/store.ts';
import type { PropagateClientChange } from '../../parties/clients/update.ts';
import type { CompanyId } from '../../store/table.ts';
import { type ClientChange, deferClientChange } from './task.ts';
import { personOf } from '../../documents/timeline.ts';

/** Milliseconds in which the caller's own function begins to rewrite documents; it has to answer within 29 seconds. */
const PATIENCE = 10_000;

/** Updates the documents of the company after a change of a client by the actor. */
export function propagationOf(company: CompanyId, actor: Actor): PropagateClientChange {
  const [month, by] = [monthOf(today()), personOf(actor)];
  const changeOf = ({ version }: Client): ClientChange => ({ version, month, by });
  return {
    defer: client => deferClientChange(company, client.id, changeOf(client)),
    now: async client => {
      // Most changes of clients reach no document: what rewrites them is loaded for those that do.
      const { propagateClientChange } = await import('./propagate-client-change.ts');
      return propagateClientChange(company, { client, change: changeOf(client) }, PATIENCE);
    },
  };
}
