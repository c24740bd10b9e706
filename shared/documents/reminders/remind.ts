import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { emailSentWrites } from '#shared/documents/invoices/emails/accepting-invoices.ts';
import { mailableInvoices, type MailableInvoice } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { log } from '#shared/base/kernel/log.ts';
import { copiesOf } from '#shared/output/mail/copies.ts';
import { newEmail, recordWrite } from '#shared/output/mail/documents/accept.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { isSuppressed } from '#shared/output/mail/documents/suppression.ts';
import { isTracked } from '#shared/output/mail/tracking/choice.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { type Circumstances, type Exclusion, type Reminder, reminderOf } from './rule.ts';
import type { ReminderSettings } from './settings.ts';
import { filledWords, reminderTemplate, reminderValues } from './texts.ts';

/** The context that all reminders of a run share. */
export interface ReminderRun {
  companyId: CompanyId;
  company: Company;
  settings: ReminderSettings;
  /** The day of the run, `YYYY-MM-DD` in Romania. */
  day: string;
}

/**
 * Sends the reminder of an invoice, if one is due on the day. One transaction writes the mail's record (which the outbox queues),
 * the entry in the timeline, and `reminded` on the invoice, conditional on the invoice's version. So there is at most one reminder
 * for each invoice and day, however often or concurrently this runs.
 *
 * @returns why no reminder was sent; undefined when one was, or when the invoice does not exist
 */
export const remind = (run: ReminderRun, invoiceId: string): Promise<Exclusion | undefined> =>
  retryOnContention(async () => {
    const { companyId, settings, day } = run;
    const document = await mailableInvoices.read(companyId, invoiceId);
    if (!document) return undefined;
    const circumstances = await circumstancesOf(companyId, document, day);
    const decision = reminderOf(document.invoice, settings, circumstances);
    if (typeof decision === 'string') {
      log.info('No reminder', { invoiceId, reason: decision });
      return decision;
    }
    const email = await reminderMail(run, document, decision, circumstances.recipient ?? '');
    const { dueDate } = document.invoice;
    const after: Invoice = { ...document.invoice, reminded: { day, offsetDays: decision.offsetDays, dueDate } };
    await transact([recordWrite(mailableInvoices, email), ...emailSentWrites(document.invoice, email, after)]);
    return undefined;
  });

/** Reads what `reminderOf` needs besides invoice and settings. Costs two round trips. */
async function circumstancesOf(companyId: CompanyId, document: MailableInvoice, day: string): Promise<Circumstances> {
  const [recipient, creditNotes] = await Promise.all([document.recipient(), CREDIT_NOTE_LINKS.read(companyId, document.id)]);
  const suppressed = recipient !== null && (await isSuppressed(companyId, recipient));
  return { day, recipient, suppressed, isBeingCorrected: creditNotes.some(({ status }) => status === 'draft') };
}

async function reminderMail(
  { company, settings }: ReminderRun,
  document: MailableInvoice,
  { reminderType, offsetDays }: Reminder,
  to: string,
): Promise<DocumentEmail> {
  const { attachPdf } = settings;
  const language = settings.language ?? document.language;
  const words = reminderTemplate(reminderType, language, settings.templates[reminderType]);
  const known = await document.valuesFor([words.subject, words.body], company);
  const filled = filledWords(words, reminderValues(document.invoice, known, { language, attachPdf }));
  const copies = copiesOf({ to, cc: null, bcc: null }, company);
  const tracking = isTracked(company, { toPerson: document.toPerson, automatic: true });
  const asked = { to, ...copies, attachPdf, attachXml: false, tracking, language, ...filled };
  return newEmail(document, asked, SYSTEM, { automatic: true, reminderType, offsetDays });
}
