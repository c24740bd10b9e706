import { presentNumber } from '#shared/base/kernel/money.ts';
import { type DifferenceRow, differenceTotals, type LeftOut } from '#shared/model/ledger/exchange-differences.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import type { MonthDifferences } from './read.ts';

/** The most entries of what is left out; the CSV has all. */
const MOST_LEFT_OUT = 100;

const named = ({ documentId, role, number, currency, kind, paymentId = null, creditId = null }: DifferenceRow | LeftOut) => ({
  ...{ documentId, role, number, currency, kind, paymentId, creditId },
});

const presentRow = (row: DifferenceRow) => ({
  ...named(row),
  partner: row.partner,
  date: row.date,
  amount: presentNumber(row.amount),
  bookRate: presentNumber(row.bookRate),
  rate: presentNumber(row.rate),
  rateDate: row.rateDate,
  difference: presentNumber(row.difference),
  account: row.account,
});

/** A page of the differences of a month, with the sums of the whole month (REP-51). */
export function presentDifferences(
  { rows, leftOut, revaluationDate }: MonthDifferences,
  query: { page: number; limit: number; period: string },
) {
  return {
    ...pageFrom(rows, query, presentRow),
    ...{ period: query.period, revaluationDate },
    totals: differenceTotals(rows).map(({ total, ...of }) => ({ ...of, total: presentNumber(total) })),
    leftOut: leftOut.slice(0, MOST_LEFT_OUT).map(one => ({ ...named(one), reason: one.reason })),
    leftOutCount: leftOut.length,
  };
}
