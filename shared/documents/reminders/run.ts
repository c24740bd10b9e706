import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { inGrace } from '#shared/platform/access/company-store.ts';
import { findOrganization, readCompany } from '#shared/platform/access/records.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { epochSeconds, today } from '#shared/base/kernel/clock.ts';
import { addDays, isDate } from '#shared/base/kernel/dates.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import { stopDailyRun } from '#shared/platform/store/daily-run.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { warnMembers } from './authority/notify.ts';
import { notifyMembers } from './notices/notify.ts';
import { readInvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { openInvoices } from './open-invoices.ts';
import { remind, type ReminderRun } from './remind.ts';
import { dueDatesOf } from './rule.ts';
import { type ReminderSettings, readSettings } from './settings.ts';

const RUNS = ['reminders', 'notices'] as const;

/** Queue message of a daily run of a company, or of a part of one. */
export const runTask = z.object({
  companyId: companyId(),
  run: z.enum(RUNS),
  /** The day of the run, `YYYY-MM-DD` in Romania. */
  day: z.string().refine(isDate),
  /** Cursor of a continued run: candidates up to this id are already queued. */
  after: z.guid().optional(),
  /** Present in a part: the invoices to process. */
  invoiceIds: z.array(z.guid()).optional(),
});
export type RunTask = z.output<typeof runTask>;

/**
 * Throttles a company's reminders: a part of at most `PART` invoices a minute, so that a large company does not delay the mails of
 * others. Reminders do not count towards the organization's hourly number of recipients, which limits mails that people send.
 */
const PART = 50;
const SECONDS_BETWEEN_PARTS = 60;
/** Parts that one message queues: an SQS message can be delayed by at most 900 seconds. */
const PARTS = 15;

/** Reminders that are processed in parallel. */
const AT_ONCE = 10;

/** A run is done late by at most as many days. */
const LATEST_DAYS = 2;

/** Longer than a run may be late. */
const KEPT_SECONDS = 4 * 86_400;

/**
 * Does a run, or a part of one. Idempotent, also when run concurrently: at most one reminder for each invoice, and one notice for
 * each member.
 */
export async function doDailyRun(task: RunTask): Promise<void> {
  const companyId = task.companyId;
  if (task.day < addDays(today(), -LATEST_DAYS)) {
    log.warn('Daily run is too late to be made up', { run: task.run, day: task.day });
    return;
  }
  const [company, settings] = await Promise.all([readCompany(companyId), readSettings(companyId)]);
  if (!company || !(await isActive(company))) return;
  if (task.run === 'notices') {
    if (!settings.internalNotices) return;
    const list = readInvoiceList(companyId);
    await Promise.all([notifyMembers(company, list, task.day), warnMembers(company, list, task.day)]);
  } else if (settings.enabled) {
    if (task.invoiceIds) await remindOfAll({ companyId, company, settings, day: task.day }, task.invoiceIds);
    else await handOverParts(companyId, settings, task);
  }
}

/**
 * Whether runs are done for a company: not if it is deleted or its organization closed. Stops the runs of one that cannot be
 * restored.
 */
async function isActive({ id, organizationId, deletedAt }: Company): Promise<boolean> {
  if (deletedAt !== null) {
    if (!inGrace(deletedAt)) await transact(RUNS.map(run => stopDailyRun(id, run)));
    return false;
  }
  const organization = await findOrganization(organizationId);
  return organization !== undefined && organization.closedAt === undefined;
}

/** Item `C#<company>` / `REMINDERPARTS#<day>#<after>`: the parts after that cursor are queued. */
const partsKey = (company: CompanyId, { day, after = '' }: RunTask): Key => companyKey(company, `REMINDERPARTS#${day}#${after}`);

/** Queues the candidates in delayed parts, and a follow-up message for those beyond `PARTS`; nothing if that was done before. */
async function handOverParts(companyId: CompanyId, settings: ReminderSettings, task: RunTask): Promise<void> {
  const key = partsKey(companyId, task);
  if (await getItem(key)) return;
  const { day, after = '' } = task;
  const open = openInvoices(await readInvoiceList(companyId), dueDatesOf(settings.offsets, day), settings.minBalance);
  const ids = open.map(({ id }) => id).filter(id => id > after);
  const inParts = ids.slice(0, PART * PARTS);
  for (let first = 0; first < inParts.length; first += PART) {
    const invoiceIds = inParts.slice(first, first + PART);
    const delaySeconds = (first / PART) * SECONDS_BETWEEN_PARTS;
    await sendMessage(rareWork('run-reminders', { ...task, invoiceIds }, delaySeconds));
  }
  const last = inParts.at(-1);
  if (ids.length > inParts.length && last !== undefined) {
    await sendMessage(rareWork('run-reminders', { ...task, after: last }, PARTS * SECONDS_BETWEEN_PARTS));
  }
  // Last: after a crash the repetition queues all parts again, of which each reminds once.
  if (ids.length > 0) await transact([put({ ...key, kind: 'reminder-parts', expiresAt: epochSeconds() + KEPT_SECONDS })]);
}

/** @throws AggregateError with the errors of single invoices, after all were tried: the queue delivers the part again */
async function remindOfAll(run: ReminderRun, invoiceIds: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (let first = 0; first < invoiceIds.length; first += AT_ONCE) {
    const tried = await Promise.allSettled(
      invoiceIds.slice(first, first + AT_ONCE).map(id => unlessDamaged(id, remind(run, id))),
    );
    failures.push(...tried.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : [])));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${invoiceIds.length} reminders failed.`);
}
