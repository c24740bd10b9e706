import type { DocumentHeader } from '#shared/model/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { shardOf } from '#shared/base/kernel/ids.ts';
import { type CompanyId, companyKey, companyPartition, type Key } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { type Change, changedDocument } from './definition.ts';

/**
 * Totals of lists are read from counters instead of being counted. For each combination of the values that a kind is counted by
 * (such as status and currency), a counter holds the number of documents of a company and the sums of their amounts. Each
 * transaction that writes a document updates the counters too, so they always match the documents.
 *
 * Counters are sharded over `SHARDS` items (`COUNT#<prefix>#<nn>`); the shard follows from the document's id. With a single item,
 * any two concurrent transactions of a company would conflict. Only the sum over all shards is meaningful. `COUNT#<prefix>` without
 * a shard number holds what was counted before shards were introduced.
 */
const SHARDS = 16;

/** How documents of a kind are counted. */
export interface CountedBy<H> {
  /** Documents with equal values share a counter. The number of values is the same for every document; none may contain `|`. */
  values(header: H): readonly string[];
  /** What is summed, by short names (they are stored as part of attribute names): whole numbers; amounts in cents. */
  sums(header: H): Readonly<Record<string, number>>;
}

/** A counter: all documents that have the same values. */
export interface Count {
  values: string[];
  /** Number of documents: more than 0. */
  documents: number;
  /** By the names of `CountedBy.sums`. A sum of 0 may be absent. */
  sums: Partial<Record<string, number>>;
}

/** The name of the sum that counts the documents. */
const DOCUMENTS = 'n';

/** The shard that counts a document, two digits. */
const shardNameOf = (id: string): string => String(shardOf(id, SHARDS)).padStart(2, '0');

const sortKey = ({ prefix }: Pick<Kind, 'prefix'>): string => `COUNT#${prefix}`;

/** What changes add to the counters: attribute (`<value>|…|<sum>`) → number. Empty when no counter changes. */
export function counterChanges<H>(by: CountedBy<NoInfer<H>>, changes: readonly Change<H>[]): Map<string, number> {
  const added = new Map<string, number>();
  const add = (header: H | null, sign: 1 | -1): void => {
    if (!header) return;
    for (const [name, value] of Object.entries({ [DOCUMENTS]: 1, ...by.sums(header) })) {
      const attribute = [...by.values(header), name].join('|');
      added.set(attribute, (added.get(attribute) ?? 0) + sign * value);
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  for (const [attribute, value] of added) if (value === 0) added.delete(attribute);
  return added;
}

/**
 * The writes that update the counters; none when no counter changes. `ADD` is not idempotent, but the client request token of the
 * transaction keeps a repeated request from adding twice. Give all documents that a transaction changes in one call: a transaction
 * may write an item only once. They are counted in the shard of the first: one write, however many there are.
 */
export function counterWrites<H extends Pick<DocumentHeader, 'companyId' | 'id'>>(
  kind: Pick<Kind, 'prefix'>,
  by: CountedBy<NoInfer<H>>,
  changes: readonly Change<H>[],
): Write[] {
  const [first] = changes;
  const added = [...counterChanges(by, changes)];
  if (!first || added.length === 0) return [];
  const { companyId, id } = changedDocument(first);
  return [addition(companyKey(companyId, `${sortKey(kind)}#${shardNameOf(id)}`), added)];
}

const addition = (key: Key, added: [attribute: string, by: number][]): Write =>
  update(key, {
    expression: `SET #kind = :kind ADD ${added.map((_, place) => `#a${place} :v${place}`).join(', ')}`,
    names: { '#kind': 'kind', ...Object.fromEntries(added.map(([name], place) => [`#a${place}`, name])) },
    values: {
      ':kind': 'counter' satisfies ItemKind,
      ...Object.fromEntries(added.map(([, value], place) => [`:v${place}`, value])),
    },
  });

/** The counters of a company. One query: all shards together are smaller than a page (1 MB). */
export async function readCounts(kind: Pick<Kind, 'prefix'>, company: CompanyId): Promise<Count[]> {
  const own = sortKey(kind);
  const items = await queryItems<Record<string, unknown>>({
    partition: companyPartition(company),
    between: [own, `${own}#~`],
  });
  return countsOf(items);
}

/** The sum over all shards, by attribute. A single shard may hold a negative number. */
function summed(items: readonly Record<string, unknown>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const item of items)
    for (const [attribute, value] of Object.entries(item))
      if (typeof value === 'number' && attribute.includes('|')) sums.set(attribute, (sums.get(attribute) ?? 0) + value);
  return sums;
}

/** The counters that the items of all shards add up to. Pure. */
export function countsOf(items: readonly Record<string, unknown>[]): Count[] {
  const counts = new Map<string, Partial<Record<string, number>>>();
  for (const [attribute, value] of summed(items)) {
    const end = attribute.lastIndexOf('|');
    const values = attribute.slice(0, end);
    counts.set(values, { ...counts.get(values), [attribute.slice(end + 1)]: value });
  }
  return [...counts].flatMap(([values, { [DOCUMENTS]: documents = 0, ...sums }]) =>
    documents > 0 ? [{ values: values.split('|'), documents, sums }] : [],
  );
}
