import { cents, fromCents } from '../kernel/money.ts';
import { monthOf } from '../kernel/dates.ts';
import { queryItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyPartition, companyScope } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import type { Invoice, InvoiceStatus } from './model.ts';

/**
 * Lists answer totals without counting: per company and month of the issue date one small item holds, for each
 * (direction, kind, status, currency), how many documents there are and their sums in cents. Every write of a document moves
 * it between counters in its own transaction, so that they always agree.
 */
const PREFIX = 'COUNT#INV#';
/** Attributes are named `<o|i>|<i|c>|<status>|<currency>|<measure>`: years of months are read by every list, so names are short. */
type Measure = 'n' | 's' | 'v' | 't' | 'o';

export interface Bucket {
  month: string;
  direction: Invoice['direction'];
  isCreditNote: boolean;
  status: InvoiceStatus;
  currency: string;
  count: number;
  subtotal: string;
  vatTotal: string;
  total: string;
  open: string;
}

type Counted = Pick<
  Invoice,
  'issueDate' | 'direction' | 'isCreditNote' | 'status' | 'currency' | 'subtotal' | 'vatTotal' | 'total' | 'balance'
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
});

/** A document before and after a change; null where there is none. */
export type Change = [before: Counted | null, after: Counted | null];

/** What changes add to the counters: month → attribute → amount. Nothing where the documents stay as counted. */
export function counterChanges(
  before: Counted | null,
  after: Counted | null,
  ...more: Change[]
): Map<string, Map<string, number>> {
  const months = new Map<string, Map<string, number>>();
  const add = (document: Counted | null, sign: 1 | -1): void => {
    if (!document) return;
    const month = monthOf(document.issueDate);
    const changes = months.get(month) ?? new Map<string, number>();
    months.set(month, changes);
    for (const [measure, value] of Object.entries(measuresOf(document))) {
      const attribute = `${bucketName(document)}|${measure}`;
      changes.set(attribute, (changes.get(attribute) ?? 0) + sign * value);
    }
  };
  for (const [was, is] of [[before, after] as Change, ...more]) {
    add(was, -1);
    add(is, 1);
  }
  for (const [month, changes] of months) {
    for (const [attribute, value] of changes) if (value === 0) changes.delete(attribute);
    if (changes.size === 0) months.delete(month);
  }
  return months;
}

/**
 * The writes that keep the counters; `ADD` is safe in a transaction whose request token recognises a repetition. All documents that
 * a transaction changes are given together: it may write each counter once.
 */
export function counterWrites(companyId: string, before: Counted | null, after: Counted | null, ...more: Change[]): Write[] {
  return [...counterChanges(before, after, ...more)].map(([month, changes]) => {
    const attributes = [...changes];
    return update(companyKey(companyScope(companyId), PREFIX + month), {
      expression: `SET #kind = :kind ADD ${attributes.map((_, place) => `#a${place} :v${place}`).join(', ')}`,
      names: { '#kind': 'kind', ...Object.fromEntries(attributes.map(([name], place) => [`#a${place}`, name])) },
      values: { ':kind': 'counter', ...Object.fromEntries(attributes.map(([, value], place) => [`:v${place}`, value])) },
    });
  });
}

/** The counters of all months from `from` to `to` (both `YYYY-MM`, included; absent = open end). One query. */
export async function readCounters(company: CompanyId, from?: string, to?: string): Promise<Bucket[]> {
  const items = await queryItems<Record<string, unknown> & { sk: string }>(
    { partition: companyPartition(company), between: [PREFIX + (from ?? '0000-00'), PREFIX + (to ?? '9999-99')] },
    // As consistent as the rows of the indexes that stand beside them, at half the price.
    { eventually: true },
  );
  return items.flatMap(item => bucketsOf(item.sk.slice(PREFIX.length), item));
}

function bucketsOf(month: string, item: Record<string, unknown>): Bucket[] {
  const buckets = new Map<string, Partial<Record<Measure, number>>>();
  for (const [attribute, value] of Object.entries(item)) {
    const measure = attribute.slice(attribute.lastIndexOf('|') + 1) as Measure;
    const name = attribute.slice(0, attribute.lastIndexOf('|'));
    if (typeof value !== 'number' || name.split('|').length !== 4) continue;
    buckets.set(name, { ...buckets.get(name), [measure]: value });
  }
  return [...buckets]
    .filter(([, measures]) => (measures.n ?? 0) > 0)
    .map(([name, measures]) => {
      const [direction, kind, status, currency] = name.split('|') as ['o' | 'i', 'i' | 'c', InvoiceStatus, string];
      return {
        month,
        direction: direction === 'o' ? 'outgoing' : 'incoming',
        isCreditNote: kind === 'c',
        status,
        currency,
        count: measures.n ?? 0,
        subtotal: fromCents(measures.s ?? 0),
        vatTotal: fromCents(measures.v ?? 0),
        total: fromCents(measures.t ?? 0),
        open: fromCents(measures.o ?? 0),
      };
    });
}
