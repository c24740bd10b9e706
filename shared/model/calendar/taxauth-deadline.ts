import { today } from '#shared/base/kernel/clock.ts';
import { addDays, nextMonth } from '#shared/base/kernel/dates.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { isExternal } from '../identifiers.ts';
import type { Invoice, InvoiceStatus } from '../invoice.ts';
import { TRANSMISSION_TERMS, type TransmissionTerm } from './transmission-terms.ts';
import { addWorkingDays, isWorkingDay } from './working-days.ts';

/**
 * Until when a document has to be sent to the tax authority, and whether it is late (EIN-60 to EIN-62). Derived whenever it is read, also
 * of rows of lists, so that a change of the law or of the calendar needs no document to be written again. Pure.
 */

/** What decides the deadline of a document, as rows of lists have it. */
export interface DeadlineFacts extends StatedFacts {
  direction: Invoice['direction'];
  status: InvoiceStatus;
  issueDate: string;
}

/** What is stored in a row only where the deadline does not follow from the issue date alone. */
export interface StatedFacts {
  /** The day of the supply, if it was in an earlier month than the issue. */
  suppliedOn?: string | null;
  /** The client is abroad and has no Romanian tax number: there is no duty to send the document. */
  clientAbroad?: boolean | null;
  /** It was issued, and sent, with another program. */
  imported?: boolean | null;
}

type Supplied = Pick<Invoice, 'issueDate' | 'taxPointDate' | 'ublExtensions' | 'isCreditNote' | 'invoiceTypeCode' | 'total'>;

/** The statuses of issued documents that are not at the authority: one that it has rejected counts as not sent. */
export const UNSENT_STATUSES = ['issued', 'rejected', 'error'] as const satisfies InvoiceStatus[];

/** Whether a document of this status is issued and not at the authority. */
export const isUnsent = (status: InvoiceStatus): boolean => (UNSENT_STATUSES as readonly InvoiceStatus[]).includes(status);

/** What the row of a document keeps for its deadline. */
export function statedFactsOf(invoice: Supplied & Pick<Invoice, 'direction' | 'client' | 'imported'>): StatedFacts {
  const { direction, client, imported } = invoice;
  if (direction !== 'outgoing') return {};
  if (imported) return { imported };
  const suppliedOn = suppliedInEarlierMonth(invoice);
  return { ...(suppliedOn && { suppliedOn }), ...(client && isExternal(client) && { clientAbroad: true }) };
}

export const deadlineFactsOf = (invoice: Parameters<typeof statedFactsOf>[0] & Pick<Invoice, 'status'>): DeadlineFacts => ({
  direction: invoice.direction,
  status: invoice.status,
  issueDate: invoice.issueDate,
  ...statedFactsOf(invoice),
});

/**
 * The day of the supply if the invoice should have been issued by the 15th of the month after it (Codul fiscal, art. 319 (16)) and was
 * issued in a later month; else that limit is later than the one by the issue date. Corrections have no such limit (art. 330).
 */
function suppliedInEarlierMonth(invoice: Supplied): string | undefined {
  const { issueDate, taxPointDate, ublExtensions, isCreditNote, invoiceTypeCode, total } = invoice;
  if (isCreditNote || invoiceTypeCode === CORRECTED || decimal(total).lt(0)) return undefined;
  const stated = [ublExtensions?.delivery?.actualDeliveryDate, ublExtensions?.invoicePeriod?.endDate].filter(day => day != null);
  const day = stated.toSorted()[0] ?? taxPointDate;
  return day && day.slice(0, 7) < issueDate.slice(0, 7) ? day : undefined;
}
const CORRECTED = '384';

/**
 * The last day on which a document can be sent to the authority in time: so many days after its issue, at the latest so many days after the
 * 15th of the month after the supply. Null where nothing has to be sent: drafts, cancelled and received documents, clients abroad without
 * a Romanian tax number, imported documents, and those that are older than the terms.
 */
export function taxauthDeadlineOf(facts: DeadlineFacts): string | null {
  const { direction, status, issueDate, suppliedOn, clientAbroad, imported } = facts;
  if (direction !== 'outgoing' || status === 'draft' || status === 'cancelled' || clientAbroad || imported) return null;
  return deadlineOfDates(issueDate, suppliedOn);
}

/** The earlier of the two limits. @param suppliedOn the day of the supply, if it is in an earlier month */
export function deadlineOfDates(issueDate: string, suppliedOn?: string | null): string | null {
  const term = TRANSMISSION_TERMS.findLast(({ from }) => from <= issueDate);
  if (!term) return null;
  const byIssue = after(issueDate, term);
  if (!suppliedOn) return byIssue;
  const bySupply = after(`${nextMonth(suppliedOn)}-15`, term);
  return bySupply < byIssue ? bySupply : byIssue;
}

const after = (date: string, { days, counted }: TransmissionTerm): string =>
  counted === 'working' ? addWorkingDays(date, days) : addDays(date, days);

/** Whether a document has passed its deadline and is not at the authority. @param day today, `YYYY-MM-DD` */
export function isTaxauthLate(facts: DeadlineFacts, day: string = today()): boolean {
  if (!isUnsent(facts.status)) return false;
  const deadline = taxauthDeadlineOf(facts);
  return deadline !== null && deadline < day;
}

/** The deadline in answers (EIN-60 to EIN-62). */
export const presentDeadline = (facts: DeadlineFacts): { taxauthDeadline: string | null; taxauthLate: boolean } => ({
  taxauthDeadline: taxauthDeadlineOf(facts),
  taxauthLate: isTaxauthLate(facts),
});

/** Working days before a deadline on which it counts as near: in the warnings of an issue, and in the mails to members. */
export const NEAR_DAYS = 2;

/** The deadline that members are reminded of on a day: so many working days before it; null on other days than working days. */
export const deadlineNoticedOn = (day: string): string | null => (isWorkingDay(day) ? addWorkingDays(day, NEAR_DAYS) : null);

/** The warnings of an issue about a deadline that is near or has passed (INV-88). @param day today, `YYYY-MM-DD` */
export function deadlineWarnings(facts: DeadlineFacts, day: string = today()): string[] {
  const deadline = isUnsent(facts.status) ? taxauthDeadlineOf(facts) : null;
  if (deadline === null || deadline > addWorkingDays(day, NEAR_DAYS)) return [];
  const field = facts.suppliedOn && deadlineOfDates(facts.issueDate) !== deadline ? 'ublExtensions' : 'issueDate';
  return [
    deadline < day
      ? `${field}: the document had to be sent to the tax authority by ${deadline}; it is late: submit it now.`
      : `${field}: the document has to be sent to the tax authority by ${deadline}: submit it in time.`,
  ];
}
