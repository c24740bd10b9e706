import { attachment } from '#shared/output/files/disposition.ts';
import type { Download } from '#shared/output/files/download.ts';
import { offerText } from '#shared/output/files/offer-text.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { type JournalRow, journalRows } from '#shared/model/fiscal/journal.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';

/** The sales and purchases of a month. One query, a page of it for every 3,000 documents. */
export async function readMonth(company: CompanyId, period: string): Promise<JournalRow[]> {
  const entries = await queryItems<Item & { data: FiscalEntry }>({
    partition: companyPartition(company),
    beginsWith: fiscalPrefix(period),
  });
  return journalRows(entries.map(({ data }) => data));
}

/** How many months before, and after, the month of issue the entry of a document is looked for. */
const BEFORE = 3;
const AFTER = 1;

/** The month a number of months after another one, `YYYY-MM`. */
const monthAfter = (period: string, months: number): string => {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
};

/** A month with the three before and the one after it, where documents of its dates of issue are. Five queries, at the same time. */
export async function readAround(company: CompanyId, period: string): Promise<JournalRow[]> {
  const months = Array.from({ length: BEFORE + 1 + AFTER }, (_, place) => monthAfter(period, place - BEFORE));
  return (await Promise.all(months.map(month => readMonth(company, month)))).flat();
}

/** The documents that form 394 has in a month: sales by the day of issue, purchases by that of entry. */
export const readIssuedIn = async (company: CompanyId, period: string): Promise<JournalRow[]> =>
  (await readAround(company, period)).filter(({ role, issueDate, period: entered }) =>
    role === 'sale' ? issueDate?.slice(0, 7) === period : entered === period,
  );

/** A report as CSV; a large one is stored, and its answer redirects to it (REP-23). */
export const reportFile = (company: CompanyId, name: string, text: string): Promise<Download> =>
  offerText(text, {
    contentType: 'text/csv; charset=utf-8',
    disposition: attachment(`${name}.csv`),
    key: `exports/${company}/${newId()}.csv`,
  });
