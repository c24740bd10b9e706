import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { date } from '#shared/base/kernel/fields.ts';
import { lastDayOf } from '#shared/base/kernel/dates.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { notFuture, tooEarly } from '../ledger/query.ts';

/** Months of a journal; of its PDF one. */
const MOST_MONTHS = { json: 12, csv: 12, pdf: 1 } as const;

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The query of the cash journal (RCT-20): a month (`period`), or days; by default the current month until today. */
export const cashJournalQuery = () =>
  z
    .object({
      period: z
        .string()
        .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month in the form YYYY-MM')
        .optional(),
      from: date().optional(),
      to: date().optional(),
      format: z.enum(['json', 'csv', 'pdf'], 'must be json, csv or pdf').default('json'),
      decimals: z.enum(['point', 'comma'], 'must be point or comma').default('point'),
      ...paging(),
    })
    .refine(({ period, from, to }) => period === undefined || (from === undefined && to === undefined), {
      path: ['period'],
      message: 'state either a month (period) or days (from, to)',
    })
    .transform(({ period, from, to, ...query }) => {
      if (period !== undefined) return { ...query, from: `${period}-01`, to: earlier(lastDayOf(period), today()) };
      const last = to ?? today();
      return { ...query, from: from ?? `${last.slice(0, 7)}-01`, to: last };
    })
    .superRefine(({ from, to, format }, context) => {
      const most = MOST_MONTHS[format];
      const wrong = {
        from: tooEarly(from) ?? notFuture(from) ?? (from > to ? 'must not be after to' : undefined),
        to: notFuture(to) ?? (monthsBetween(from, to) > most ? `must be within ${most} calendar months from from` : undefined),
      };
      for (const [name, message] of Object.entries(wrong))
        if (message) context.addIssue({ code: 'custom', path: [name], message });
    });
export type CashJournalQuery = z.output<ReturnType<typeof cashJournalQuery>>;

/** Which journal the renderer is to print. */
export const cashJournalAsked = z.object({ from: z.iso.date(), to: z.iso.date() });
