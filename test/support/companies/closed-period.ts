import { today } from '#shared/base/kernel/clock.ts';
import { addDays, monthOf } from '#shared/base/kernel/dates.ts';
import type { Journal, Refusal } from '../contract.ts';
import type { Trader } from '../trader.ts';

/** Companies whose books are closed, for tests. */

/** The first day of the month of a day. */
export const firstOf = (day: string): string => `${monthOf(day)}-01`;

/** The days around a lock by which the month before the last is closed, by the clock when it is called, and what it refuses with. */
export function closedPeriod() {
  const open = firstOf(addDays(firstOf(today()), -1));
  const closed = addDays(open, -1);
  return {
    /** The first open day. */
    open,
    /** The last closed day. */
    closed,
    openMonth: monthOf(open),
    closedMonth: monthOf(closed),
    /** As `refusal` shows it. @param field with the day */
    periodClosed: (field?: string) => [
      422,
      { reason: 'period_closed', closedUntil: closed, firstOpenDay: open, ...(field && { field }) },
    ],
  };
}

export const lock = (trader: Trader, closedUntil: string | null) =>
  trader.request('PUT', `/companies/${trader.scope.company}/period-lock`, { closedUntil, reason: 'A test opens the period' });

/** Ids of a month's journal, with the month that each corrects. */
export async function counted(trader: Trader, period: string, role = 'sale'): Promise<[string, string | null][]> {
  const { body } = await trader.request<Journal>('GET', `/reports/journal?period=${period}&role=${role}`);
  return body.data.map(({ documentId, corrects }) => [documentId, corrects]);
}

export const refusal = ({ status, body }: { status: number; body: Refusal }) => [status, body.error?.details];
