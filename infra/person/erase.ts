import { type Client, clients } from '../../shared/parties/clients/store.ts';
import { clientNotification } from '../../shared/parties/clients/notification.ts';
import { Problem } from '../../shared/kernel/errors.ts';
import { removeListed } from '../../shared/store/listed.ts';
import { getItem } from '../../shared/store/read.ts';
import { companyScope, type Key, ownerOf } from '../../shared/store/table.ts';
import { commitPlainly, remove, retryOnContention, transact, update, type Write } from '../../shared/store/transact.ts';
import { closeAccountOf } from './account.ts';
import { type Decision, decide, fateOf } from './fate.ts';
import type { Person, Stored } from './match.ts';
import { pagesOfTable } from './walk.ts';

/** How many items of a kind there are for a person, by what becomes of them. */
export interface Tally {
  kind: string;
  why: string;
  removed: number;
  reduced: number;
  stays: number;
  expires: number;
}

/** Items that are written side by side. */
const AT_ONCE = 20;

/**
 * Takes a person out of the table: each item by itself, the account last, since it is what finds the others. A process that dies leaves what
 * it has not met yet to the next run; several at once meet each other's work done.
 *
 * @param confirmed false: nothing is written, the tally says what would be
 */
export async function erasePerson(person: Person, confirmed: boolean): Promise<Tally[]> {
  const tallies = new Map<string, Tally>();
  for await (const page of pagesOfTable()) {
    const about = page.flatMap(item => {
      const decision = decide(item, person);
      if (decision) count(tallies, item, decision);
      return decision && decision.do !== 'stay' && decision.do !== 'account' ? [item] : [];
    });
    for (let from = 0; confirmed && from < about.length; from += AT_ONCE)
      await Promise.all(about.slice(from, from + AT_ONCE).map(item => erase(item, person)));
  }
  if (confirmed) await closeAccountOf(person);
  return [...tallies.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

function count(tallies: Map<string, Tally>, item: Stored, decision: Decision): void {
  const { fate, why } = fateOf(item);
  const kind = (item.kind as string | undefined) ?? 'counter of a limit';
  const tally = tallies.get(kind) ?? { kind, why, removed: 0, reduced: 0, stays: 0, expires: 0 };
  if (decision.do === 'stay') tally[fate === 'expires' ? 'expires' : 'stays']++;
  // The record of an account stays without the person; all else of it goes.
  else tally[decision.do === 'reduce' || item.kind === 'account' ? 'reduced' : 'removed']++;
  tallies.set(kind, tally);
}

/** Erases in one item; decided again on what is there when somebody changed it meanwhile. */
const erase = (loaded: Stored, person: Person): Promise<void> =>
  retryOnContention(async attempt => {
    const item = attempt === 0 ? loaded : await getItem<Stored>({ pk: loaded.pk, sk: loaded.sk });
    const decision = item && decide(item, person);
    if (!item || !decision) return;
    if (decision.do === 'remove') return transact([remove({ pk: item.pk, sk: item.sk })]);
    if (decision.do !== 'reduce') return;
    if (decision.removedFirst) return removeClient(item, person);
    await transact([replace(item, decision.after), ...notifications(item)]);
  });

/** Removes a client as its company would, then reduces what is kept of a removed one. Died in between, it is found by its address again. */
async function removeClient(item: Stored, person: Person): Promise<void> {
  const { companyId = '' } = ownerOf(item.pk);
  try {
    await removeListed(clients, companyScope(companyId), item['data'] as Client, commitPlainly);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
  }
  const removed = await getItem<Stored>({ pk: item.pk, sk: item.sk });
  const decision = removed && decide(removed, person);
  if (removed && decision?.do === 'reduce') await transact([replace(removed, decision.after)]);
}

/** A company's webhooks are notified of a client that stays (GDPR art. 19). */
function notifications(item: Stored): Write[] {
  const { companyId } = ownerOf(item.pk);
  const client = item['data'] as Client;
  const isListed = item.kind === 'client' && client.deletedAt === null;
  return isListed && companyId ? [clientNotification('client.updated', companyScope(companyId), client)] : [];
}

/** Attributes that an erasure changes. */
const CHANGED = ['data', 'row'] as const;

/**
 * The write that takes an item from what was read to the next state. Versions rise, so that a writer that has read it before decides anew; a mail
 * that is not to be sent any more is no longer due.
 */
function replace(item: Stored, after: Stored): Write {
  const fields = CHANGED.filter(field => item[field] !== undefined);
  const key: Key = { pk: item.pk, sk: item.sk };
  const { version } = item as { version?: unknown };
  const isVersioned = typeof version === 'number';
  const sets = [...fields.map(field => `#${field} = :${field}`), ...(isVersioned ? ['#version = :next'] : [])];
  const holds = [...fields.map(field => `#${field} = :was${field}`), ...(isVersioned ? ['#version = :version'] : [])];
  const isDropped = (after['data'] as { state?: unknown } | undefined)?.state === 'dropped';
  return update(key, {
    expression: `SET ${sets.join(', ')}${isDropped ? ' REMOVE duePk, dueAt' : ''}`,
    names: Object.fromEntries([...fields, ...(isVersioned ? ['version'] : [])].map(name => [`#${name}`, name])),
    values: {
      ...Object.fromEntries(
        fields.flatMap(field => [
          [`:${field}`, raised(after[field])],
          [`:was${field}`, item[field]],
        ]),
      ),
      ...(isVersioned && { ':version': version, ':next': version + 1 }),
    },
    condition: holds.join(' AND '),
  });
}

/** A record, and the copy of it that lists show, with the next version where they state one. */
function raised(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { version, record } = value as { version?: unknown; record?: unknown };
  return {
    ...value,
    ...(typeof version === 'number' && { version: version + 1 }),
    ...(record !== undefined && { record: raised(record) }),
  };
}
