import type { Download } from '#shared/output/files/download.ts';
import { type FiscalEntry, fiscalPrefix } from '#shared/documents/fiscal/entries.ts';
import { type JournalRow, journalRows } from '#shared/model/fiscal/journal.ts';
import type { FiscalRole } from '#shared/model/fiscal/operations.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { type Decimals, journalCsv } from './csv.ts';
import { csvFile } from './file.ts';

/** The rows of the journal of a month (REP-20). One query, a page of it for every 3,000 documents. */
export async function readJournal(company: CompanyId, role: FiscalRole, period: string): Promise<JournalRow[]> {
  const entries = await queryItems<Item & { data: FiscalEntry }>({
    partition: companyPartition(company),
    beginsWith: fiscalPrefix(period, role),
  });
  return journalRows(entries.map(({ data }) => data));
}

/** The journal as CSV. */
export const journalFile = (
  company: CompanyId,
  rows: readonly JournalRow[],
  { role, period, decimals }: { role: FiscalRole; period: string; decimals: Decimals },
): Promise<Download> =>
  csvFile(company, `${role === 'sale' ? 'sales' : 'purchase'}-journal-${period}`, journalCsv(rows, decimals));
