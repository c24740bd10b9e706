import { due } from '#shared/platform/store/due-work.ts';
import { companyKey, type CompanyId, type Key } from '#shared/platform/store/table.ts';
import { put, remove, type Write } from '#shared/platform/store/transact.ts';
import type { MailKind } from './kind.ts';

/**
 * A mail that is sent automatically at a given time, with the default recipient, copies and texts of the document
 * (OUT-48 to OUT-50, RCI-28). At most one for each document. Its item is in the document's partition, and in the index of
 * due work.
 */
export interface ScheduledEmail {
  companyId: CompanyId;
  documentType: MailKind['mailCategory'];
  documentId: string;
  at: string;
}

/** The group of scheduled mails in the index of due work. */
export const SCHEDULED_MAILS = 'DUEMAIL';

/** `kind` of its item. */
export const SCHEDULED_EMAIL = 'scheduled-email';

export const scheduledKey = ({ prefix }: MailKind, company: CompanyId, documentId: string): Key =>
  companyKey(company, `${prefix}#${documentId}#S`);

/** The write that schedules a mail; it replaces an earlier schedule of the document. */
export function scheduleEmail(kind: MailKind, { companyId, documentId, at }: Omit<ScheduledEmail, 'documentType'>): Write {
  const scheduled: ScheduledEmail = { companyId, documentType: kind.mailCategory, documentId, at };
  return put({
    ...scheduledKey(kind, companyId, documentId),
    kind: SCHEDULED_EMAIL,
    data: scheduled,
    row: scheduled,
    ...due(SCHEDULED_MAILS, documentId, at),
  });
}

/** The write that cancels the scheduled mail of a document. */
export const cancelScheduledEmail = (kind: MailKind, company: CompanyId, documentId: string): Write =>
  remove(scheduledKey(kind, company, documentId));
