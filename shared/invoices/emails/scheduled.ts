import { instant } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { log, withLogFields } from '../../kernel/log.ts';
import { companyRecordKey } from '../../access/records.ts';
import { type EmailTemplate, TEMPLATE_PREFIX } from '../../mail/templates.ts';
import { readClient } from '../../parties/clients/store.ts';
import type { Company } from '../../model/company.ts';
import { dueRows } from '../../store/due-work.ts';
import { getItem } from '../../store/read.ts';
import { readSet } from '../../store/record-set.ts';
import { type CompanyId, companyScope, type Item } from '../../store/table.ts';
import { remove, retryOnContention, transact } from '../../store/transact.ts';
import { SYSTEM } from '../../documents/timeline.ts';
import { readInvoiceHeader } from '../header.ts';
import { emailWrites, newEmail, wordsOf } from './accept.ts';
import { type ScheduledEmail, SCHEDULED_MAILS, scheduledKey } from './schedule.ts';

/** Sends what is due. What a company's hourly number has no room for is sent by a later run. */
export async function sendScheduledEmails(): Promise<void> {
  const due = await dueRows<ScheduledEmail>(SCHEDULED_MAILS);
  await Promise.all(due.map(mail => withLogFields({ companyId: mail.companyId }, () => sendOne(mail))));
}

async function sendOne({ companyId, invoiceId }: ScheduledEmail): Promise<void> {
  try {
    await retryOnContention(() => sendNow(companyScope(companyId), invoiceId));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn('Scheduled mail put off', { invoiceId, reason: error.code });
  }
}

/** Accepts the mail and takes its schedule away, in one transaction: two runs at once send it once. */
async function sendNow(company: CompanyId, invoiceId: string): Promise<void> {
  const [scheduled, invoice, record, { records: templates }] = await Promise.all([
    getItem<Item & { data: ScheduledEmail }>(scheduledKey(company, invoiceId)),
    readInvoiceHeader(company, invoiceId),
    getItem<Item & { data: Company }>(companyRecordKey(company)),
    readSet<EmailTemplate>(company, TEMPLATE_PREFIX),
  ]);
  // The index may tell of what has been called off, or put off, meanwhile.
  if (!scheduled || scheduled.data.at > instant()) return;
  const done = remove(scheduledKey(company, invoiceId), { expression: 'dueAt = :at', values: { ':at': scheduled.data.at } });
  const client = invoice?.clientId ? await readClient(company, invoice.clientId) : undefined;
  const to = client?.email ?? invoice?.client?.email;
  const withdrawn = !invoice || invoice.status === 'draft' || invoice.status === 'cancelled';
  if (withdrawn || !record || !to) return transact([done]);
  const language = invoice.language === 'en' ? 'en' : 'ro';
  const words = await wordsOf({ invoice, templates }, record.data, { subject: null, body: null, language });
  const asked = { to, cc: [], bcc: [], attachPdf: true, attachXml: false, tracking: true, language } as const;
  const email = newEmail(invoice, { ...asked, cc: [], bcc: [], ...words }, SYSTEM, { automatic: true });
  await transact([done, ...emailWrites(invoice, email)]);
}
