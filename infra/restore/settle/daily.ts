import { localDay, localInstant } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { movedOn } from '#shared/documents/recurring-invoices/generation/run.ts';
import type { RecurringHeader, RecurringInvoice } from '#shared/documents/recurring-invoices/model.ts';
import { dueAtOf, headerWrite } from '#shared/documents/recurring-invoices/store.ts';
import { readInvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { openInvoices } from '#shared/documents/reminders/open-invoices.ts';
import { dueDatesOf, reminderOf } from '#shared/documents/reminders/rule.ts';
import { readSettings } from '#shared/documents/reminders/settings.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { type DailyRun, moveDailyRun } from '#shared/platform/store/daily-run.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { about, type Gap, sentUntil, type Settled, type Stored } from './settled.ts';

/** What a company has done once a day, or on a date: reminders, notices, and recurring invoices. */

/** A run makes up for reminders of so many days before (reminders/rule.ts). */
const MADE_UP_DAYS = 2;

/** The day of the last run that was done before the pause. Pure. */
export function lastRunDay(time: string, gap: Gap): string {
  const done = sentUntil(gap);
  const day = localDay(done);
  return localInstant(day, time) <= done ? day : addDays(day, -1);
}

export async function dailyRun(item: Stored, gap: Gap): Promise<Settled[]> {
  // Items of this kind keep the run as their row (shared/documents/reminders).
  const run = item.row as unknown as DailyRun;
  if (run.run === 'anchors') return [];
  const day = lastRunDay(run.time, gap);
  const reminded = run.run === 'reminders' ? await sentReminders(run.companyId, day) : [];
  if (run.at > sentUntil(gap)) return reminded;
  const next = localInstant(addDays(day, 1), run.time);
  // After the reminders: without them, the next run would make up for those of the days before.
  return [
    ...reminded,
    { kind: 'daily runs', of: about(run.companyId, run.run, run.at), write: () => transact([moveDailyRun(run, next)]) },
  ];
}

/**
 * The reminders that a run of the next day would send for the days up to the pause. They were sent, or there was a reason not to that the
 * table may no longer know.
 */
async function sentReminders(company: CompanyId, last: string): Promise<Settled[]> {
  const settings = await readSettings(company);
  if (!settings.enabled) return [];
  const list = await readInvoiceList(company);
  const found = new Map<string, Settled>();
  for (let ago = MADE_UP_DAYS; ago >= 0; ago--) {
    const day = addDays(last, -ago);
    for (const { id } of openInvoices(list, dueDatesOf(settings.offsets, day), settings.minBalance)) {
      const before = await readInvoiceHeader(company, id);
      const sent =
        before && reminderOf(before, settings, { day, recipient: 'known', suppressed: false, isBeingCorrected: false });
      if (!before || typeof sent !== 'object') continue;
      const { offsetDays } = sent;
      const write = () => markReminded(before, { day, offsetDays });
      found.set(id, { kind: 'reminders', of: about(company, 'document', id, day), write });
    }
  }
  return [...found.values()];
}

function markReminded(before: Invoice, { day, offsetDays }: { day: string; offsetDays: number }): Promise<unknown> {
  const after: Invoice = { ...before, reminded: { day, offsetDays, dueDate: before.dueDate } };
  const event = newEvent(
    'updated',
    null,
    `Reminder of ${day} taken as sent: the service was restored to an earlier time`,
    SYSTEM,
  );
  return transact(headerWrites(INVOICES, [{ before, after, recorded: [{ event }] }]));
}

/** Nobody knows whether a run of the gap has issued what earlier ones could not, so one whose last run had failed is left. */
export function recurringInvoice(item: Stored, { until }: Gap): Settled[] {
  const before = item['data'] as RecurringHeader;
  if (!before.isActive || dueAtOf(before) > until) return [];
  if (before.failedOn !== null) {
    const of = about(before.companyId, before.id, before.nextIssuanceDate, `failed on ${before.failedOn}`);
    return [{ kind: 'failing recurring invoices', of, write: null }];
  }
  const after = { ...before, ...movedOn(before, localDay(until)), version: before.version + 1 };
  // The item of a header has no lines.
  const write = () => transact([headerWrite(before as RecurringInvoice, after as RecurringInvoice)]);
  return [{ kind: 'recurring invoices', of: about(before.companyId, before.id, before.nextIssuanceDate), write }];
}
