import { addDays } from '#shared/base/kernel/dates.ts';
import { type Ageing, ageingOf } from '#shared/model/ledger/ageing.ts';
import { type Ledger, ledgerOf } from '#shared/model/ledger/ledger.ts';
import type { Download } from '#shared/output/files/download.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { csvFile } from '../file.ts';
import { accountsCsv, balanceCsv, rowsCsv } from './csv.ts';
import { reportOf } from './present.ts';
import type { BalanceQuery, LedgerQuery } from './query.ts';
import { readLedger } from './read.ts';

/** What was open before a period, and what moved it until today. Round trips as `readLedger`. */
export const readPeriod = async (company: CompanyId, { role, from }: Pick<LedgerQuery, 'role' | 'from'>): Promise<Ledger> =>
  ledgerOf(await readLedger(company, role, from), from);

/** What is open at the end of a day. Round trips as `readLedger`. */
export async function readAgeing(company: CompanyId, { role, date }: Pick<BalanceQuery, 'role' | 'date'>): Promise<Ageing> {
  const next = addDays(date, 1);
  return ageingOf(ledgerOf(await readLedger(company, role, next), next), date);
}

const WHOSE = { sale: 'clients', purchase: 'suppliers' } as const;

/** A ledger as CSV: the accounts of all partners, or the rows of one. */
export function ledgerFile(company: CompanyId, ledger: Ledger, query: LedgerQuery): Promise<Download> {
  const { accounts, rows } = reportOf(ledger, query);
  const text = rows ? rowsCsv(rows, query.decimals) : accountsCsv(accounts, query.decimals);
  return csvFile(company, `ledger-${WHOSE[query.role]}-${query.from}-${query.to}`, text);
}

/** Open balances as CSV. */
export const balanceFile = (company: CompanyId, ageing: Ageing, query: BalanceQuery): Promise<Download> =>
  csvFile(company, `balance-${WHOSE[query.role]}-${query.date}`, balanceCsv(ageing, query.decimals));
