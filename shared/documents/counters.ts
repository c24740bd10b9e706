import { isSelfBilled } from '../model/roles.ts';
import { cents, fromCents } from '../kernel/money.ts';
import { getItem } from '../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import type { Invoice, InvoiceStatus } from '../model/invoice.ts';

/**
 * Lists answer totals without counting: one item per company holds, for each (direction, kind, status, currency), how many documents
 * there are and their sums in cents. Every write of a document moves it between counters in its own transaction, so that they
 * always agree.
 */
const KEY = 'COUNT#INV';
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

/** A document before and after a change; null where there is none. */
export type Change = [before: Counted | null, after: Counted | null];

/** What changes add to the counters: attribute → amount. Nothing where the documents stay as counted. */
export function counterChanges(before: Counted | null, after: Counted | null, ...more: Change[]): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (document: Counted | null, sign: 1 | -1): void => {
    if (!document) return;
    for (const [measure, value] of Object.entries(measuresOf(document))) {
      const attribute = `${bucketName(document)}|${measure}`;
      changes.set(attribute, (changes.get(attribute) ?? 0) + sign * value);
    }
  };
  for (const [was, is] of [[before, after] as Change, ...more]) {
    add(was, -1);
    add(is, 1);
  }
  for (const [attribute, value] of changes) if (value === 0) changes.delete(attribute);
  return changes;
}

/**
 * The write that keeps the counters, if there is something to keep; `ADD` is safe in a transaction whose request token recognises a
 * repetition. All documents that a transaction changes are given together: it may write the item once.
 */
export function counterWrites(companyId: string, before: Counted | null, after: Counted | null, ...more: Change[]): Write[] {
  const changes = [...counterChanges(before, after, ...more)];
  if (changes.length === 0) return [];
  return [
    update(companyKey(companyScope(companyId), KEY), {
      expression: `SET #kind = :kind ADD ${changes.map((_, place) => `#a${place} :v${place}`).join(', ')}`,
      names: { '#kind': 'kind', ...Object.fromEntries(changes.map(([name], place) => [`#a${place}`, name])) },
      values: { ':kind': 'counter', ...Object.fromEntries(changes.map(([, value], place) => [`:v${place}`, value])) },
    }),
  ];
}

/** The counters of a company. One read. */
export async function readCounters(company: CompanyId): Promise<Bucket[]> {
  const item = await getItem<Item & Record<string, unknown>>(companyKey(company, KEY));
  return item ? bucketsOf(item) : [];
}

function bucketsOf(item: Record<string, unknown>): Bucket[] {
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
