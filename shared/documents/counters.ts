import type { ItemKind } from '../vocabulary/item-kinds.ts';
import { createHash } from 'node:crypto';
import { isSelfBilled } from '../model/roles.ts';
import { cents, fromCents } from '../kernel/money.ts';
import type { Kind } from '../model/kinds.ts';
import { queryItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyPartition, companyScope, type Key } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import type { Change } from './definition.ts';
import type { Invoice, InvoiceStatus } from '../model/invoice.ts';

/**
 * Lists answer totals without counting: counters hold, for each (direction, kind, status, currency) of a company, how many documents
 * there are and their sums in cents. Every write of a document moves it between counters in its own transaction, so that they
 * always agree.
 *
 * They are spread over `SHARDS` items (`COUNT#<prefix>#<nn>`), and a document always moves the same one: with one item for all, every
 * two transactions of a company would be in each other's way. Only the sum over all items means something; `COUNT#<prefix>` is what
 * was counted before there were shards.
 */
const SHARDS = 16;

/** The item that a document is counted in. Ids of one moment begin alike, so that a hash of all of it chooses. */
const shardOf = (id: string): string => String((createHash('sha256').update(id).digest()[0] ?? 0) % SHARDS).padStart(2, '0');

const sortKey = ({ prefix }: Pick<Kind, 'prefix'>): string => `COUNT#${prefix}`;

/** Attributes are named `<o|i>|<i|c>|<status>|<currency>|<measure>`: every first page reads the item, and every change writes it. */
type Measure = 'n' | 's' | 'v' | 't' | 'o' | 'p';

export interface Bucket {
  direction: Invoice['direction'];
  isCreditNote: boolean;
  status: InvoiceStatus;
  currency: string;
  count: number;
  subtotal: string;
  vatTotal: string;
  total: string;
  open: string;
  /** Of what is open, what the company owes: self-billed invoices. */
  owed: string;
}

type Counted = Pick<
  Invoice,
  | ('direction' | 'isCreditNote' | 'status' | 'currency' | 'subtotal' | 'vatTotal' | 'total' | 'balance')
  | ('invoiceTypeCode' | 'selfBilled')
>;

const bucketName = (document: Counted): string =>
  [document.direction === 'outgoing' ? 'o' : 'i', document.isCreditNote ? 'c' : 'i', document.status, document.currency].join(
    '|',
  );

const measuresOf = (document: Counted): Record<Measure, number> => ({
  n: 1,
  s: cents(document.subtotal),
  v: cents(document.vatTotal),
  t: cents(document.total),
  o: cents(document.balance),
  p: isSelfBilled(document) ? cents(document.balance) : 0,
});

/** What changes add to the counters: attribute → amount. Nothing where the documents stay as counted. */
export function counterChanges(changes: readonly Change<Counted>[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (document: Counted | null, sign: 1 | -1): void => {
    if (!document) return;
    for (const [measure, value] of Object.entries(measuresOf(document))) {
      const attribute = `${bucketName(document)}|${measure}`;
      sums.set(attribute, (sums.get(attribute) ?? 0) + sign * value);
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  for (const [attribute, value] of sums) if (value === 0) sums.delete(attribute);
  return sums;
}

type Owned = Counted & Pick<Invoice, 'companyId' | 'id'>;

/**
 * The writes that keep the counters, if there is something to keep; `ADD` is safe in a transaction whose request token recognises a
 * repetition. All documents that a transaction changes are given together: it may write an item once.
 */
export function counterWrites(kind: Pick<Kind, 'prefix'>, changes: readonly Change<Owned>[]): Write[] {
  const shards = Map.groupBy(changes, ({ before, after }) => shardOf((after ?? before)?.id ?? ''));
  return [...shards].flatMap(([shard, own]) => {
    const sums = [...counterChanges(own)];
    const company = companyScope((own[0]?.after ?? own[0]?.before)?.companyId ?? '');
    return sums.length === 0 ? [] : [addition(companyKey(company, `${sortKey(kind)}#${shard}`), sums)];
  });
}

const addition = (key: Key, sums: [attribute: string, by: number][]): Write =>
  update(key, {
    expression: `SET #kind = :kind ADD ${sums.map((_, place) => `#a${place} :v${place}`).join(', ')}`,
    names: { '#kind': 'kind', ...Object.fromEntries(sums.map(([name], place) => [`#a${place}`, name])) },
    values: {
      ':kind': 'counter' satisfies ItemKind,
      ...Object.fromEntries(sums.map(([, value], place) => [`:v${place}`, value])),
    },
  });

/** The counters of a company. One query: all of them together are smaller than a page. */
export async function readCounters(kind: Pick<Kind, 'prefix'>, company: CompanyId): Promise<Bucket[]> {
  const own = sortKey(kind);
  const items = await queryItems<Record<string, unknown>>({
    partition: companyPartition(company),
    between: [own, `${own}#~`],
  });
  return bucketsOf(items);
}

/** Sums of what items hold, by attribute. One item alone may hold less than nothing of a bucket that others hold too. */
function summed(items: readonly Record<string, unknown>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const item of items)
    for (const [attribute, value] of Object.entries(item))
      if (typeof value === 'number' && attribute.split('|').length === 5) sums.set(attribute, (sums.get(attribute) ?? 0) + value);
  return sums;
}

/** Pure. */
export function bucketsOf(items: readonly Record<string, unknown>[]): Bucket[] {
  const buckets = new Map<string, Partial<Record<Measure, number>>>();
  for (const [attribute, value] of summed(items)) {
    const measure = attribute.slice(attribute.lastIndexOf('|') + 1) as Measure;
    const name = attribute.slice(0, attribute.lastIndexOf('|'));
    buckets.set(name, { ...buckets.get(name), [measure]: value });
  }
  return [...buckets]
    .filter(([, measures]) => (measures.n ?? 0) > 0)
    .map(([name, measures]) => {
      const [direction, kind, status, currency] = name.split('|') as ['o' | 'i', 'i' | 'c', InvoiceStatus, string];
      return {
        direction: direction === 'o' ? 'outgoing' : 'incoming',
        isCreditNote: kind === 'c',
        status,
        currency,
        count: measures.n ?? 0,
        subtotal: fromCents(measures.s ?? 0),
        vatTotal: fromCents(measures.v ?? 0),
        total: fromCents(measures.t ?? 0),
        open: fromCents(measures.o ?? 0),
        owed: fromCents(measures.p ?? 0),
      };
    });
}
