import { noticedMembers } from '#shared/platform/access/noticed.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Company } from '#shared/model/company.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact } from '#shared/platform/store/transact.ts';
import type { InvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { openInvoices } from '../open-invoices.ts';
import { groupsOf, noticedDates } from './groups.ts';

/** Smallest amount: every open balance counts. */
const MIN_BALANCE = '0.01';

/**
 * Requests the mails to the company's members about invoices that fall due; none when no invoice does. Idempotent: the mail's id is
 * derived from day and member, so there is at most one for each member and day.
 */
export async function notifyMembers(company: Company, list: Promise<InvoiceList>, day: string): Promise<void> {
  const companyId = company.id;
  const groups = groupsOf(openInvoices(await list, noticedDates(day), MIN_BALANCE), day);
  if (groups.length === 0) return;
  const noticed = await noticedMembers(company);
  await Promise.all(
    noticed.map(({ userId }) => {
      const request = { template: 'due-invoices' as const, userId, companyId, companyName: company.name, day, groups };
      return unlessAsked(mailRequest(companyPartition(companyId), request, `due-${day}-${userId}`));
    }),
  );
}

/** Requests a mail with a deterministic id, unless an earlier run already has. */
export async function unlessAsked(write: ReturnType<typeof mailRequest>): Promise<void> {
  try {
    await transact([write]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
