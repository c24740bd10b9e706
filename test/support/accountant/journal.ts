import { expecting } from '../../../infra/local/api-client.ts';
import type { Journal } from '../contract.ts';
import type { Scope, Service } from '../service.ts';
import type { Books, Row } from './law/books.ts';
import type { Offices } from './play.ts';
import type { Company } from './sent.ts';

/** Journals as sorted lines of text: what the service shows, and what the accountant calculated. */

const IN_LEI = ['baseLei', 'vatLei', 'baseDueLei', 'vatDueLei', 'selfAssessedLei', 'deductibleLei'] as const;
const NAMES = ['base', 'vat', ...IN_LEI] as const;
type Figures<Name extends string> = Record<Name, number>;

const written = <Name extends string>(names: readonly Name[], figures: Figures<Name>, perUnit: number): string =>
  names.map(name => ((Math.round(figures[name] * perUnit) + 0) / 100).toFixed(2)).join(' ');
const isNothing = (figures: Figures<(typeof NAMES)[number]>): boolean => NAMES.every(name => figures[name] === 0);

export interface Report {
  company: Company;
  role: Row['role'];
  /** `YYYY-MM` */
  month: string;
}

const rowsOf = (books: Books, { company, role, month }: Report): Row[] =>
  books.rows.filter(row => row.books === company && row.role === role && row.month === month);

/** The rows, a line for each VAT group with the ids of its document and payment. */
export function expectedRows(books: Books, offices: Offices, of: Report): string[] {
  const { ids, payments } = offices[of.company];
  return rowsOf(books, of)
    .flatMap(({ document, payment, date, groups }) => {
      const id = `${ids.get(document.place)} ${payment ? payments.get(payment.place) : '-'}`;
      return groups
        .filter(group => !isNothing(group))
        .map(group => `${id} ${date} ${group.operation} ${group.category} ${group.rate} ${written(NAMES, group, 1)}`);
    })
    .toSorted();
}

export const linesOf = ({ data }: Journal): string[] =>
  data
    .flatMap(({ documentId, paymentId, date, groups }) =>
      groups
        .filter(group => !isNothing(group))
        .map(group => {
          const { operation, category, rate } = group;
          return `${documentId} ${paymentId ?? '-'} ${date} ${operation} ${category} ${rate} ${written(NAMES, group, 100)}`;
        }),
    )
    .toSorted();

/** The sums by operation and rate. */
export function expectedTotals(books: Books, of: Report): string[] {
  const sums = new Map<string, Figures<(typeof IN_LEI)[number]>>();
  for (const { groups } of rowsOf(books, of))
    for (const group of groups) {
      const key = `${group.operation} ${group.rate}`;
      const known = sums.get(key);
      const added = IN_LEI.map(name => [name, (known?.[name] ?? 0) + group[name]]);
      sums.set(key, Object.fromEntries(added) as Figures<(typeof IN_LEI)[number]>);
    }
  return [...sums].map(([key, sum]) => `${key} ${written(IN_LEI, sum, 1)}`).toSorted();
}

export const totalsOf = ({ totals }: Journal): string[] =>
  totals.map(total => `${total.operation} ${total.rate} ${written(IN_LEI, total, 100)}`).toSorted();

/** The whole journal of a month, page by page. */
export async function journalOf(service: Service, scope: Scope, role: string, month: string): Promise<Journal> {
  const pages: Journal[] = [];
  do {
    const path = `/api/v1/reports/journal?role=${role}&period=${month}&limit=100&page=${pages.length + 1}`;
    pages.push(await expecting<Journal>(200, path, service.api('GET', path, scope)));
  } while (pages.length < pages[0]!.pages);
  return { ...pages[0]!, data: pages.flatMap(({ data }) => data) };
}
