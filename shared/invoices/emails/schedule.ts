import { documentKey } from '../../documents/items.ts';
import { KINDS } from '../../model/kinds.ts';
import { due } from '../../store/due-work.ts';
import { type CompanyId, companyScope, type Key } from '../../store/table.ts';
import { put, remove, type Write } from '../../store/transact.ts';

/**
 * A mail that is to go out by itself at a given time, to whom and with what a mail of the document goes by default
 * (completions-documents §1.11, §5). One for a document; it stands in the document's partition range and in the index of due work.
 */
export interface ScheduledEmail {
  companyId: string;
  invoiceId: string;
  at: string;
}

/** The due work that scheduled mails are. */
export const SCHEDULED_MAILS = 'DUEMAIL';

/** `kind` of its item. */
export const SCHEDULED_EMAIL = 'scheduled-email';

export const scheduledKey = (company: CompanyId, invoiceId: string): Key => documentKey(KINDS.invoice, company, invoiceId, 'S');

/** The write that schedules a mail, in place of one that was scheduled before. */
export function scheduleEmail(scheduled: ScheduledEmail): Write {
  const { companyId, invoiceId, at } = scheduled;
  return put({
    ...scheduledKey(companyScope(companyId), invoiceId),
    kind: SCHEDULED_EMAIL,
    data: scheduled,
    row: scheduled,
    ...due(SCHEDULED_MAILS, invoiceId, at),
  });
}

/** The write that calls it off. */
export const callOff = (company: CompanyId, invoiceId: string): Write => remove(scheduledKey(company, invoiceId));
