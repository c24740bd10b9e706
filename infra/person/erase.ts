import { type Client, clients } from '#shared/records/parties/clients/store.ts';
import { clientNotification } from '#shared/records/parties/clients/notification.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { removeListed } from '#shared/platform/store/listed.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Key, ownerOf } from '#shared/platform/store/table.ts';
import { commitPlainly, remove, retryOnContention, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { closeAccountOf } from './account.ts';
import { type Decision, decide, treatmentOf } from './treatment.ts';
import { clientWrites, documentsOf } from './documents.ts';
import { type Person, recordOf, relationOf, type Stored } from './match.ts';
import { mailingCompanies, suppress } from './mails/suppress.ts';
import { pagesOfTable } from './walk.ts';

/** The number of a person's items of one kind, by what the erasure does with them. */
export interface Tally {
  kind: string;
  why: string;
  removed: number;
  reduced: number;
  stays: number;
  expires: number;
}

/** Items that are written concurrently. */
const AT_ONCE = 20;

/**
 * Erases a person from the table: item by item, and the account last, because its id is needed to find the other items. Idempotent:
 * after a crash the next run erases the rest, and concurrent runs do not disturb each other.
 *
 * @param confirmed false: nothing is written; the tallies say what would be erased
 */
export async function erasePerson(person: Person, confirmed: boolean): Promise<Tally[]> {
  const tallies = new Map<string, Tally>();
  for await (const page of pagesOfTable()) {
    const about = page.flatMap(item => {
      const decision = decide(item, person);
      if (decision) count(tallies, item, decision);
      return decision && decision.do !== 'stay' && decision.do !== 'account' ? [item] : [];
    });
    // First, so that no crash leaves an erased address that is not suppressed.
    if (confirmed) await suppress(mailingCompanies(about, person), person);
    // Before their clients, by whose addresses they are found.
    const documents = await theirDocuments(about, person);
    for (const { item, decision } of documents) count(tallies, item, decision);
    if (!confirmed) continue;
    await eachOf(documents, ({ item }) => erase(item, person, true));
    await eachOf(about, item => erase(item, person));
  }
  if (confirmed) await closeAccountOf(person);
  return [...tallies.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

async function eachOf<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(run));
}

/** The documents of clients that are the person, without those that state the address: the scan comes to these by itself. */
async function theirDocuments(items: readonly Stored[], person: Person): Promise<{ item: Stored; decision: Decision }[]> {
  const theirs = items.filter(item => item.kind === 'client' && relationOf(item, person) === 'theirs');
  const documents = (await Promise.all(theirs.map(documentsOf))).flat();
  return documents.flatMap(item => {
    const decision = decide(item, person) ? undefined : decide(item, person, true);
    return decision ? [{ item, decision }] : [];
  });
}

function count(tallies: Map<string, Tally>, item: Stored, decision: Decision): void {
  const { treatment, why } = treatmentOf(item);
  const kind = (item.kind as string | undefined) ?? 'counter of a limit';
  const tally = tallies.get(kind) ?? { kind, why, removed: 0, reduced: 0, stays: 0, expires: 0 };
  if (decision.do === 'stay') tally[treatment === 'expires' ? 'expires' : 'stays']++;
  // The item `account` is made anonymous; the other items of an account are removed.
  else tally[decision.do === 'reduce' || decision.do === 'document' || item.kind === 'account' ? 'reduced' : 'removed']++;
  tallies.set(kind, tally);
}

/** Erases the person from one item; after a concurrent change it reads the item and decides again. */
const erase = (loaded: Stored, person: Person, isTheirs?: true): Promise<void> =>
  retryOnContention(async attempt => {
    const item = attempt === 0 ? loaded : await getItem<Stored>({ pk: loaded.pk, sk: loaded.sk });
    const decision = item && decide(item, person, isTheirs);
    if (!item || !decision) return;
    if (decision.do === 'document') return transact(clientWrites(item, decision.after, 'erased'));
    if (decision.do === 'remove') return transact([remove({ pk: item.pk, sk: item.sk })]);
    if (decision.do !== 'reduce') return;
    if (decision.removedFirst) return removeClient(item, person);
    await transact([replace(item, decision.after), ...notifications(item)]);
  });

/**
 * Removes a client like its company would, then reduces the item that remains. After a crash in between, the next run finds it by
 * address.
 */
async function removeClient(item: Stored, person: Person): Promise<void> {
  const { companyId } = ownerOf(item.pk);
  try {
    if (companyId) await removeListed(clients, companyId, recordOf(item) as Client, commitPlainly);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
  }
  const removed = await getItem<Stored>({ pk: item.pk, sk: item.sk });
  const decision = removed && decide(removed, person);
  if (removed && decision?.do === 'reduce') await transact([replace(removed, decision.after)]);
}

/** Notifies the company's webhooks of a client that was changed but not removed (GDPR art. 19). */
function notifications(item: Stored): Write[] {
  const { companyId } = ownerOf(item.pk);
  const client = recordOf(item) as Client;
  const isListed = item.kind === 'client' && client.deletedAt === null;
  return isListed && companyId ? [clientNotification('client.updated', companyId, client)] : [];
}

/** Attributes that an erasure changes. */
const CHANGED = ['data', 'row'] as const;

/**
 * A conditional write that replaces the item that was read. It increments the version, so that concurrent writers see a conflict. A
 * dropped mail also leaves the index of due mails.
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

/** A record (or a row with a copy of it in `record`) with its version incremented, if it has one. */
function raised(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { version, record } = value as { version?: unknown; record?: unknown };
  return {
    ...value,
    ...(typeof version === 'number' && { version: version + 1 }),
    ...(record !== undefined && { record: raised(record) }),
  };
}
