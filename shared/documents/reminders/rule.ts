import { addDays } from '#shared/base/kernel/dates.ts';
import { localDay } from '#shared/base/kernel/clock.ts';
import { cents, decimal } from '#shared/base/kernel/money.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import type { Invoice, InvoiceStatus } from '#shared/model/invoice.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import type { ReminderSettings, ReminderType } from './settings.ts';

/** Decides which reminder of an invoice is due on a day (OUT-87 to OUT-90). Pure. */

/** Statuses of invoices that have reached the buyer; one that was rejected or failed has not. */
export const REMINDED_STATUSES: readonly InvoiceStatus[] = ['issued', 'sent_to_provider', 'validated'];

/** A missed reminder is sent late by at most as many days. */
const MADE_UP_DAYS = 2;

/** A reminder to send. */
export interface Reminder {
  reminderType: ReminderType;
  offsetDays: number;
}

/** Why no reminder of an invoice is sent. */
export type Exclusion =
  | 'not_outgoing'
  | 'credit_note'
  | 'self_billed'
  | 'status'
  | 'money_owed_back'
  | 'being_corrected'
  | 'below_minimum'
  | 'reminders_disabled'
  | 'client_excluded'
  | 'no_offset_due'
  | 'already_reminded'
  | 'reminded_today'
  | 'no_recipient'
  | 'address_suppressed';

/** What the decision depends on besides the invoice and the settings. */
export interface Circumstances {
  /** The day of the run. */
  day: string;
  /** The client's email address; null when none is known. */
  recipient: string | null;
  /** Whether the address is on the suppression list. */
  suppressed: boolean;
  /** Whether a draft corrects the invoice: what is open will be known when it is issued. */
  isBeingCorrected: boolean;
}

/** The reminder to send on the day, or the reason for none. */
export function reminderOf(
  invoice: Invoice,
  settings: ReminderSettings,
  { day, recipient, suppressed, isBeingCorrected }: Circumstances,
): Reminder | Exclusion {
  const exclusion = claimExclusion(invoice, settings, isBeingCorrected);
  if (exclusion) return exclusion;
  const offset = offsetDue(invoice, settings.offsets, day);
  if (offset === undefined) return 'no_offset_due';
  const { reminded } = invoice;
  if (reminded?.day === day) return 'reminded_today';
  if (reminded && reminded.dueDate === invoice.dueDate && reminded.offsetDays >= offset) return 'already_reminded';
  if (recipient === null) return 'no_recipient';
  if (suppressed) return 'address_suppressed';
  return { reminderType: typeOf(offset, settings.offsets), offsetDays: offset };
}

function claimExclusion(invoice: Invoice, settings: ReminderSettings, isBeingCorrected: boolean): Exclusion | undefined {
  const { direction, isCreditNote, status, balance, clientId } = invoice;
  if (direction !== 'outgoing') return 'not_outgoing';
  if (isCreditNote) return 'credit_note';
  if (isSelfBilled(invoice)) return 'self_billed';
  if (!REMINDED_STATUSES.includes(status)) return 'status';
  if (owesBack(invoice)) return 'money_owed_back';
  if (isBeingCorrected) return 'being_corrected';
  if (cents(balance) < cents(settings.minBalance)) return 'below_minimum';
  if (invoice.remindersDisabled) return 'reminders_disabled';
  if (clientId !== null && settings.excludedClientIds.includes(clientId)) return 'client_excluded';
  return undefined;
}

/** Whether the company owes money to the client: the total is negative, or payments and credits exceed it. */
function owesBack(invoice: Invoice): boolean {
  const owed = decimal(owedOf(invoice));
  return owed.lt(0) || decimal(invoice.amountPaid).plus(invoice.creditedAmount).gt(owed);
}

/**
 * The latest offset that is due: today's, or one that was missed in the last two days. A day before the invoice was issued does not
 * count as missed. Undefined when none is due.
 */
function offsetDue({ dueDate, issuedAt }: Invoice, offsets: readonly number[], day: string): number | undefined {
  if (dueDate === null || issuedAt === null) return undefined;
  const earliest = [addDays(day, -MADE_UP_DAYS), localDay(issuedAt)].sort().at(-1) ?? day;
  const isDue = (offset: number): boolean => {
    const at = addDays(dueDate, offset);
    return at === day || (at >= earliest && at < day);
  };
  return offsets.filter(isDue).sort((a, b) => b - a)[0];
}

/** Up to the due date: a payment reminder; the largest offset after it: the final notice; others: overdue reminders. */
export function typeOf(offset: number, offsets: readonly number[]): ReminderType {
  if (offset <= 0) return 'payment_reminder';
  return offset === Math.max(...offsets) ? 'final_notice' : 'overdue_reminder';
}

/** The due dates of invoices for which a run on the day may have to send reminders. */
export const dueDatesOf = (offsets: readonly number[], day: string): Set<string> =>
  new Set(offsets.flatMap(offset => Array.from({ length: MADE_UP_DAYS + 1 }, (_, missed) => addDays(day, -offset - missed))));
