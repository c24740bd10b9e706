import type { DocumentHeader } from '../model/document.ts';
import type { Kind } from '../model/kinds.ts';
import { queryItems } from '../store/read.ts';
import { shardOf } from '../store/shards.ts';
import { type CompanyId, companyKey, companyPartition, companyScope, type Key } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import type { ItemKind } from '../vocabulary/item-kinds.ts';
import type { Change } from './definition.ts';

/**
 * Lists answer totals without counting: counters hold, for each combination of the values that a kind is counted by (such as status and
 * currency), how many documents of a company there are, and their sums. Every write of a document moves it between counters in its own
 * transaction, so that they always agree.
 *
 * They are spread over `SHARDS` items (`COUNT#<prefix>#<nn>`), and a document always moves the same one: with one item for all, every
 * two transactions of a company would be in each other's way. Only the sum over all items means something; `COUNT#<prefix>` is what
 * was counted before there were shards.
 */
const SHARDS = 16;

/** How documents of a kind are counted. */
export interface CountedBy<H> {
  /** What is counted apart: as many values for every document, none of which contains `|`. */
  values(header: H): readonly string[];
  /** What is added up, by short names (they are stored): whole numbers, amounts in cents. */
  sums(header: H): Readonly<Record<string, number>>;
}

/** The documents that have the same values. */
export interface Count {
  values: string[];
  /** How many there are: more than 0. */
  documents: number;
  /** A sum of 0 may be absent. */
  sums: Partial<Record<string, number>>;
}

/** The name under which documents themselves are counted. */
const DOCUMENTS = 'n';

/** The item that a document is counted in. */
const shardNameOf = (id: string): string => String(shardOf(id, SHARDS)).padStart(2, '0');

const sortKey = ({ prefix }: Pick<Kind, 'prefix'>): string => `COUNT#${prefix}`;

/** What changes add to the counters: attribute (`<value>|…|<sum>`) → number. Nothing where the documents stay as counted. */
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
 * The writes that keep the counters, if there is something to keep; `ADD` is safe in a transaction whose request token recognises a
 * repetition. All documents that a transaction changes are given together: it may write an item once.
 */
export function counterWrites<H extends Pick<DocumentHeader, 'companyId' | 'id'>>(
  kind: Pick<Kind, 'prefix'>,
  by: CountedBy<NoInfer<H>>,
  changes: readonly Change<H>[],
): Write[] {
  const shards = Map.groupBy(changes, ({ before, after }) => shardNameOf((after ?? before)?.id ?? ''));
  return [...shards].flatMap(([shard, own]) => {
    const added = [...counterChanges(by, own)];
    const company = companyScope((own[0]?.after ?? own[0]?.before)?.companyId ?? '');
    return added.length === 0 ? [] : [addition(companyKey(company, `${sortKey(kind)}#${shard}`), added)];
  });
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

/** The counters of a company. One query: all of them together are smaller than a page. */
export async function readCounts(kind: Pick<Kind, 'prefix'>, company: CompanyId): Promise<Count[]> {
  const own = sortKey(kind);
  const items = await queryItems<Record<string, unknown>>({
    partition: companyPartition(company),
    between: [own, `${own}#~`],
  });
  return countsOf(items);
}

/** Sums of what items hold, by attribute. One item alone may hold less than nothing of what others hold too. */
function summed(items: readonly Record<string, unknown>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const item of items)
    for (const [attribute, value] of Object.entries(item))
      if (typeof value === 'number' && attribute.includes('|')) sums.set(attribute, (sums.get(attribute) ?? 0) + value);
  return sums;
}

/** What counter items say together. Pure. */
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
