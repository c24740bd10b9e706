import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { monthsBetween } from '#shared/base/kernel/dates.ts';
import { date } from '#shared/base/kernel/fields.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { csvOptions, role } from '../query.ts';

/** Months back from today that a report can begin in: the years for which the law has documents kept. */
const MOST_MONTHS_BACK = 60;
/** Months of a ledger. */
const MOST_MONTHS = 24;

/** What is wrong with a first day, if it is too early. */
export const tooEarly = (day: string): string | undefined =>
  monthsBetween(day, today()) > MOST_MONTHS_BACK + 1 ? `must be within the last ${MOST_MONTHS_BACK} months` : undefined;

/** What is wrong with a day, if it is in the future. */
export const notFuture = (day: string): string | undefined => (day > today() ? 'must not be in the future' : undefined);

/** The query of ledgers (REP-40): all partners, or one; a period of at most 24 months. */
export const ledgerQuery = () =>
  z
    .object({
      role: role().default('sale'),
      partnerKey: z.string().trim().min(1, 'must not be empty').max(300, 'must have at most 300 characters').optional(),
      from: date().optional(),
      to: date().optional(),
      ...csvOptions(),
      ...paging(),
    })
    .transform(({ from, to = today(), ...query }) => ({ ...query, to, from: from ?? `${to.slice(0, 7)}-01` }))
    .superRefine(({ from, to }, context) => {
      const wrong = {
        from: tooEarly(from) ?? (from > to ? 'must not be after to' : undefined),
        to:
          notFuture(to) ?? (monthsBetween(from, to) > MOST_MONTHS ? `must be within ${MOST_MONTHS} months from from` : undefined),
      };
      for (const [name, message] of Object.entries(wrong))
        if (message) context.addIssue({ code: 'custom', path: [name], message });
    });
export type LedgerQuery = z.output<ReturnType<typeof ledgerQuery>>;

/** The query of open balances (REP-12): at the end of a day, by default today. */
export const balanceQuery = () =>
  z
    .object({ role: role().default('sale'), date: date().optional(), ...csvOptions(), ...paging() })
    .transform(({ date: day, ...query }) => ({ ...query, date: day ?? today() }))
    .superRefine(({ date: day }, context) => {
      const message = notFuture(day) ?? tooEarly(day);
      if (message) context.addIssue({ code: 'custom', path: ['date'], message });
    });
export type BalanceQuery = z.output<ReturnType<typeof balanceQuery>>;
