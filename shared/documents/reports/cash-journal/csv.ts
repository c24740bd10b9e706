import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import { type CashJournal, type CashMovement, explanationOf } from '#shared/model/receipts/cash-journal.ts';
import type { Download } from '#shared/output/files/download.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { csvText, type Decimals, numberCell } from '../csv.ts';
import { csvFile } from '../file.ts';

const HEADINGS = ['Data', 'Fel', 'Nr. act', 'Explicații', 'Partener', 'Anulat', 'Încasări', 'Plăți', 'Sold'];

const KINDS = { receipt: 'chitanță', cash_payment: 'dispoziție de plată', payment: 'fără chitanță' } as const;

/** The journal as CSV: for each day its opening balance, its movements and its closing balance. Pure. */
export function cashJournalCsv({ days, movements }: CashJournal, decimals: Decimals): string {
  const byDay = Map.groupBy(movements, ({ date }) => date);
  const balance = (date: string, label: string, value: string): string[] => [
    ...[date, '', '', label, '', '', '', ''],
    numberCell(value, decimals),
  ];
  const movement = (one: CashMovement): string[] => [
    ...[one.date, KINDS[one.kind], one.number ?? '', explanationOf(one), one.partner ?? ''].map(safeCell),
    one.isCancelled ? 'da' : '',
    ...[one.in, one.out].map(value => numberCell(value, decimals)),
    '',
  ];
  const lines = days.flatMap(({ date, opening, closing }) => [
    balance(date, 'Sold la începutul zilei', opening),
    ...(byDay.get(date) ?? []).map(movement),
    balance(date, 'Sold la sfârșitul zilei', closing),
  ]);
  return csvText([HEADINGS, ...lines], decimals);
}

export const cashJournalFile = (company: CompanyId, journal: CashJournal, decimals: Decimals): Promise<Download> =>
  csvFile(company, `registru-de-casa-${journal.from}-${journal.to}`, cashJournalCsv(journal, decimals));
