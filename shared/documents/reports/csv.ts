import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import { csvText, type Decimals, numberCell } from '#shared/documents/invoices/export/table-csv.ts';
import type { JournalGroup, JournalRow } from '#shared/model/fiscal/journal.ts';

export { csvText, type Decimals, numberCell } from '#shared/documents/invoices/export/table-csv.ts';

/** A journal as CSV (REP-23): a line for each group of each row, with a byte order mark. Pure. */

type Column = [title: string, cell: (row: JournalRow, group: JournalGroup) => string | null | undefined];

const TEXTS: Column[] = [
  ['Date', ({ date }) => date],
  ['Number', ({ number }) => number],
  ['Issue Date', ({ issueDate }) => issueDate],
  ['Partner', ({ partner }) => partner.name],
  ['Partner CIF', ({ partner }) => partner.cif],
  ['Country', ({ partner }) => partner.country],
  ['Operation', (_, { operation }) => operation],
  ['VAT Category', (_, { category }) => category],
  ['Currency', ({ currency }) => currency],
];

const NUMBERS: Column[] = [
  ['VAT Rate', (_, { rate }) => rate],
  ['Exchange Rate', ({ exchangeRate }) => exchangeRate],
  ['Base', (_, { base }) => base],
  ['VAT', (_, { vat }) => vat],
  ['Base RON', (_, { baseLei }) => baseLei],
  ['VAT RON', (_, { vatLei }) => vatLei],
  ['Base Due RON', (_, { baseDueLei }) => baseDueLei],
  ['VAT Due RON', (_, { vatDueLei }) => vatDueLei],
  ['VAT Self-Assessed RON', (_, { selfAssessedLei }) => selfAssessedLei],
  ['VAT Deductible RON', (_, { deductibleLei }) => deductibleLei],
];

const IDS: Column[] = [
  ['Document Id', ({ documentId }) => documentId],
  ['Payment Id', ({ paymentId }) => paymentId],
  ['Settles', ({ settles }) => settles],
  ['Corrects', ({ corrects }) => corrects],
  ['Source', ({ source }) => source],
];

/** @param decimals `comma`: with `;` between cells, as spreadsheets in Romania read it */
export function journalCsv(rows: readonly JournalRow[], decimals: Decimals): string {
  const lines = rows.flatMap(row =>
    row.groups.map(group => {
      const of = (columns: Column[]): string[] => columns.map(([, cell]) => cell(row, group) ?? '');
      return [...of(TEXTS).map(safeCell), ...of(NUMBERS).map(value => numberCell(value, decimals)), ...of(IDS)];
    }),
  );
  return csvText([[...TEXTS, ...NUMBERS, ...IDS].map(([title]) => title), ...lines], decimals);
}
