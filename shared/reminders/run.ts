import * as z from 'zod';
import { inGrace } from '../access/company-store.ts';
import { findOrganization, readCompany } from '../access/records.ts';
import { sendMessage } from '../aws/send-message.ts';
import { today } from '../kernel/clock.ts';
import { addDays, isDate } from '../kernel/dates.ts';
import { log } from '../kernel/log.ts';
import type { Company } from '../model/company.ts';
import { DAILY_RUNS, stopDailyRun } from '../store/daily-run.ts';
import { type CompanyId, companyScope } from '../store/table.ts';
import { transact } from '../store/transact.ts';
import { warnMembers } from './authority/notify.ts';
import { notifyMembers } from './notices/notify.ts';
import { openInvoices } from './open-invoices.ts';
import { remind, type ReminderRun } from './remind.ts';
import { dueDatesOf } from './rule.ts';
import { type ReminderSettings, readSettings } from './settings.ts';

/** A daily run of a company, or a part of one. */
export const runTask = z.object({
  companyId: z.guid(),
  run: z.enum(DAILY_RUNS),
  /** The day that it is for. */
  day: z.string().refine(isDate),
  /** Of a run that goes on: candidates up to this id are handed over already. */
  after: z.guid().optional(),
  /** A part: these invoices are to be looked at. */
  invoiceIds: z.array(z.guid()).optional(),
});
export type RunTask = z.output<typeof runTask>;

/**
 * The pace of a company's reminders: parts of so many invoices, one a minute, so that a large company does not stand in the way of others'
 * mails. They do not count against the organization's hourly number of recipients, which is for what people send.
 */
const PART = 50;
const SECONDS_BETWEEN_PARTS = 60;
/** Parts that one message hands over: a queue holds messages back for at most 900 seconds. */
const PARTS = 15;

/** Reminders that are decided on side by side. */
const AT_ONCE = 10;

/** Days after which a run is not made up any more. */
const LATEST_DAYS = 2;

/** Does a run, or a part of one. May run twice, or two at once: an invoice is reminded of once a day, and a member noticed once. */
export async function doDailyRun(task: RunTask): Promise<void> {
  const companyId = companyScope(task.companyId);
  if (task.day < addDays(today(), -LATEST_DAYS)) {
    log.warn('Daily run is too late to be made up', { run: task.run, day: task.day });
    return;
  }
  const [company, settings] = await Promise.all([readCompany(companyId), readSettings(companyId)]);
  if (!company || !(await isActive(company))) return;
  if (task.run === 'notices') {
    if (settings.internalNotices) await Promise.all([notifyMembers(company, task.day), warnMembers(company, task.day)]);
  } else if (settings.enabled) {
    if (task.invoiceIds) await remindOfAll({ companyId, company, settings, day: task.day }, task.invoiceIds);
    else await handOverParts(companyId, settings, task);
  }
}

/** A company that nobody can get into has nothing done. One that cannot come back has no runs any more. */
async function isActive({ id, organizationId, deletedAt }: Company): Promise<boolean> {
  if (deletedAt !== null) {
    const company = companyScope(id);
    if (!inGrace(deletedAt)) await transact(DAILY_RUNS.map(run => stopDailyRun(company, run)));
    return false;
  }
  const organization = await findOrganization(organizationId);
  return organization !== undefined && organization.closedAt === undefined;
}

/** Hands the candidates over in parts, and what is beyond a message's parts to a message like this one. */
async function handOverParts(companyId: CompanyId, settings: ReminderSettings, task: RunTask): Promise<void> {
  const { day, after = '' } = task;
  const open = await openInvoices(companyId, dueDatesOf(settings.offsets, day), settings.minBalance);
  const ids = open.map(({ id }) => id).filter(id => id > after);
  const inParts = ids.slice(0, PART * PARTS);
  for (let first = 0; first < inParts.length; first += PART) {
    const invoiceIds = inParts.slice(first, first + PART);
    const delaySeconds = (first / PART) * SECONDS_BETWEEN_PARTS;
    await sendMessage({ queue: 'reminders', body: { ...task, invoiceIds }, delaySeconds });
  }
  const last = inParts.at(-1);
  if (ids.length > inParts.length && last !== undefined) {
    await sendMessage({ queue: 'reminders', body: { ...task, after: last }, delaySeconds: PARTS * SECONDS_BETWEEN_PARTS });
  }
}

/** @throws what reminding of an invoice threw, once all were tried: the queue delivers the part again */
async function remindOfAll(run: ReminderRun, invoiceIds: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (let first = 0; first < invoiceIds.length; first += AT_ONCE) {
    const tried = await Promise.allSettled(invoiceIds.slice(first, first + AT_ONCE).map(id => remind(run, id)));
    failures.push(...tried.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : [])));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${invoiceIds.length} reminders failed.`);
}
