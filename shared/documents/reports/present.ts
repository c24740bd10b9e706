import { presentNumber } from '#shared/base/kernel/money.ts';
import { type JournalGroup, type JournalRow, journalTotals } from '#shared/model/fiscal/journal.ts';
import type { FiscalRole } from '#shared/model/fiscal/operations.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import { leftOutOfDocuments } from './left-out.ts';

const inLei = (group: Omit<JournalGroup, 'base' | 'vat' | 'category'>) => ({
  operation: group.operation,
  rate: presentNumber(group.rate),
  baseLei: presentNumber(group.baseLei),
  vatLei: presentNumber(group.vatLei),
  baseDueLei: presentNumber(group.baseDueLei),
  vatDueLei: presentNumber(group.vatDueLei),
  selfAssessedLei: presentNumber(group.selfAssessedLei),
  deductibleLei: presentNumber(group.deductibleLei),
});

const presentRow = (row: JournalRow) => ({
  documentId: row.documentId,
  paymentId: row.paymentId ?? null,
  ...{ number: row.number, date: row.date, issueDate: row.issueDate ?? null },
  partner: row.partner,
  currency: row.currency,
  exchangeRate: row.exchangeRate === undefined ? null : presentNumber(row.exchangeRate),
  settles: row.settles ?? null,
  source: row.source ?? null,
  corrects: row.corrects ?? null,
  groups: row.groups.map(group => ({
    ...inLei(group),
    category: group.category,
    base: presentNumber(group.base),
    vat: presentNumber(group.vat),
  })),
});

/** A page of a journal, with the sums of the whole month (REP-20 to REP-22). */
export function presentJournal(
  rows: readonly JournalRow[],
  query: { page: number; limit: number; period: string },
  role: FiscalRole,
) {
  return {
    ...pageFrom(rows, query, presentRow),
    ...{ period: query.period, role },
    totals: journalTotals(rows).map(total => ({ ...inLei(total), documents: total.documents })),
    leftOut: leftOutOfDocuments(role),
  };
}
