import { today } from '#shared/base/kernel/clock.ts';
import { lastDayOf } from '#shared/base/kernel/dates.ts';
import { exchangeDifferences, type ExchangeDifferences } from '#shared/model/ledger/exchange-differences.ts';
import { bookedRates, foreignDocuments } from '#shared/model/ledger/foreign-documents.ts';
import { daysAround, monthRates } from '#shared/model/ledger/month-rates.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { setsBetween } from '#shared/records/exchange-rates/read.ts';
import { readBooks } from '../ledger/read.ts';

export interface MonthDifferences extends ExchangeDifferences {
  /** The day of publication of the rates at which open amounts are revalued; null while they are not. */
  revaluationDate: string | null;
}

/**
 * The exchange differences of a month (REP-48): both ledgers from its first day on, with the documents of its journals, and one query of the rates
 * around it.
 */
export async function readDifferences(company: CompanyId, period: string): Promise<MonthDifferences> {
  const { from: firstRate, to: lastRate } = daysAround(period);
  const [from, to] = [`${period}-01`, lastDayOf(period)];
  const [{ sale, purchase, foreign }, sets] = await Promise.all([readBooks(company, from), setsBetween(firstRate, lastRate)]);
  const rates = monthRates(period, sets);
  const isEnded = today() > to;
  const booked = bookedRates(foreign);
  const documents = [
    ...foreignDocuments(sale, { role: 'sale', from, to, booked }),
    ...foreignDocuments(purchase, { role: 'purchase', from, to, booked }),
  ];
  return {
    ...exchangeDifferences(documents, { rates, lastDay: to, isEnded }),
    revaluationDate: isEnded ? rates.closingDate : null,
  };
}
