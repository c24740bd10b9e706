import { deadlineNoticedOn } from '#shared/model/calendar/taxauth-deadline.ts';
import type { AuthorityWarning } from '#shared/output/mail/requests.ts';
import type { InvoiceList } from '#shared/documents/invoices/list/whole.ts';
import { unsentInvoices } from '../open-invoices.ts';

/** Documents that a warning names; the others are counted. */
const NAMED = 20;

/**
 * The warning of a day about documents that have to be sent to the authority two working days later (EIN-63): each is in one warning at most,
 * of the day that its deadline gives. Pure.
 */
export function unsentWarnings(list: InvoiceList, day: string): AuthorityWarning[] {
  const deadline = deadlineNoticedOn(day);
  const unsent = deadline === null ? [] : unsentInvoices(list, deadline);
  if (deadline === null || unsent.length === 0) return [];
  return [{ kind: 'unsent', deadline, count: unsent.length, numbers: unsent.slice(0, NAMED).map(({ number }) => number) }];
}
