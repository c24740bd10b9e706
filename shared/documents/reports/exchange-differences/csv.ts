import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import type { DifferenceRow, ExchangeDifferences, LeftOut } from '#shared/model/ledger/exchange-differences.ts';
import type { Download } from '#shared/output/files/download.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { csvText, type Decimals, numberCell } from '../csv.ts';
import { csvFile } from '../file.ts';

/** Exchange differences as CSV (REP-52). */

type Row = Partial<Omit<DifferenceRow, 'kind'>> & Pick<DifferenceRow, 'kind'> & Partial<Pick<LeftOut, 'reason'>>;
type Column = [title: string, cell: (row: Row) => string | null | undefined];

const TEXTS: Column[] = [
  ['Date', ({ date }) => date],
  ['Kind', ({ kind }) => kind],
  ['Role', ({ role }) => role],
  ['Number', ({ number }) => number],
  ['Partner', ({ partner }) => partner?.name],
  ['Currency', ({ currency }) => currency],
];
const NUMBERS: Column[] = [
  ['Amount', ({ amount }) => amount],
  ['Book Rate', ({ bookRate }) => bookRate],
  ['Rate', ({ rate }) => rate],
];
const DIFFERENCE: Column = ['Difference RON', ({ difference }) => difference];
const REST: Column[] = [
  ['Rate Date', ({ rateDate }) => rateDate],
  ['Account', ({ account }) => account],
  ['Document Id', ({ documentId }) => documentId],
  ['Payment Id', ({ paymentId }) => paymentId],
  ['Credit Id', ({ creditId }) => creditId],
  ['Left Out', ({ reason }) => reason],
];

/** A line for each difference, then one for each that has no figure, with the reason. Pure. */
function differencesCsv({ rows, leftOut }: ExchangeDifferences, decimals: Decimals): string {
  const stated = (value: string): string => numberCell(value, decimals);
  const cells = (columns: Column[], row: Row): string[] => columns.map(([, cell]) => cell(row) ?? '');
  const lines = [...rows, ...leftOut].map(row => [
    ...cells(TEXTS, row).map(safeCell),
    ...cells([...NUMBERS, DIFFERENCE], row).map(stated),
    ...cells(REST, row),
  ]);
  return csvText([[...TEXTS, ...NUMBERS, DIFFERENCE, ...REST].map(([title]) => title), ...lines], decimals);
}

/** The report as CSV. */
export const differencesFile = (
  company: CompanyId,
  found: ExchangeDifferences,
  { period, decimals }: { period: string; decimals: Decimals },
): Promise<Download> => csvFile(company, `exchange-differences-${period}`, differencesCsv(found, decimals));
