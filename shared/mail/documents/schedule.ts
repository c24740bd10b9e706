import { due } from '../../store/due-work.ts';
import { companyKey, type CompanyId, companyScope, type Key } from '../../store/table.ts';
import { put, remove, type Write } from '../../store/transact.ts';
import type { MailKind } from './kind.ts';

/**
 * A mail that is to go out by itself at a given time, to whom and with what a mail of the document goes by default
 * (completions-documents §1.11, §5). One for a document; its item is beside the document's own, and in the index of due work.
 */
export interface ScheduledEmail {
  companyId: string;
  documentType: MailKind['mailCategory'];
  documentId: string;
  at: string;
}

/** The due work that scheduled mails are. */
export const SCHEDULED_MAILS = 'DUEMAIL';

/** `kind` of its item. */
export const SCHEDULED_EMAIL = 'scheduled-email';

export const scheduledKey = ({ prefix }: MailKind, company: CompanyId, documentId: string): Key =>
  companyKey(company, `${prefix}#${documentId}#S`);

/** The write that schedules a mail, in place of one that was scheduled before. */
export function scheduleEmail(kind: MailKind, { companyId, documentId, at }: Omit<ScheduledEmail, 'documentType'>): Write {
  const scheduled: ScheduledEmail = { companyId, documentType: kind.mailCategory, documentId, at };
  return put({
    ...scheduledKey(kind, companyScope(companyId), documentId),
    kind: SCHEDULED_EMAIL,
    data: scheduled,
    row: scheduled,
    ...due(SCHEDULED_MAILS, documentId, at),
  });
}

/** The write that cancels it. */
export const cancelScheduledEmail = (kind: MailKind, company: CompanyId, documentId: string): Write =>
  remove(scheduledKey(kind, company, documentId));
