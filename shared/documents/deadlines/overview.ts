import { addDays, daysBetween } from '#shared/base/kernel/dates.ts';
import { presentInstantOrNull, localDay } from '#shared/base/kernel/clock.ts';
import { bestFor, type TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import { unsentDeadlines } from '#shared/documents/invoices/list/filter.ts';
import { type InvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import type { Condition } from '#shared/documents/lists/definition.ts';
import { daysUnsynced, ENDING_DAYS, isStale } from '#shared/documents/reminders/authority/warnings.ts';
import { taxauthDeadlineOf } from '#shared/model/calendar/taxauth-deadline.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { unpaidByAge } from './unpaid.ts';

/** What has to be done about a company's documents, payments and connection on a day (REP-17 to REP-19). Pure. */

/** The most documents of a group that are named. */
export const NAMED = 20;

/** A week from today on, today included. */
const WEEK_DAYS = 7;

/** @param tokens of the active members of its organization @param day today, `YYYY-MM-DD` */
export function overviewOf(company: Company, tokens: readonly TaxauthToken[], list: InvoiceList, day: string) {
  const endOfWeek = addDays(day, WEEK_DAYS - 1);
  return {
    company: { id: company.id, name: company.name, cif: company.cif },
    dueThisWeek: groupOf(
      list,
      unsentBy(deadline => deadline >= day && deadline <= endOfWeek),
    ),
    late: groupOf(
      list,
      unsentBy(deadline => deadline < day),
    ),
    rejected: groupOf(list, REJECTED),
    unpaid: unpaidByAge(list, day),
    connection: connectionOf(company, tokens, day),
    sync: {
      enabled: company.syncEnabled,
      lastSyncedAt: presentInstantOrNull(company.lastSyncedAt),
      days: company.syncEnabled ? daysUnsynced(company, day) : null,
      isStale: isStale(company, day),
    },
  };
}

const unsentBy = (holds: (deadline: string) => boolean): Condition<InvoiceRow>[] => [
  {
    test: read => {
      const deadlineAt = unsentDeadlines(read);
      return place => {
        const deadline = deadlineAt(place);
        return deadline !== null && holds(deadline);
      };
    },
  },
];

/** Also documents without a deadline, such as for buyers abroad: they have to be corrected. */
const REJECTED: Condition<InvoiceRow>[] = [
  { field: 'status', holds: status => status === 'rejected' || status === 'error' },
  { field: 'direction', equals: 'outgoing' },
];

function groupOf(list: InvoiceList, conditions: Condition<InvoiceRow>[]) {
  const { rows, total } = selectFrom(list, { conditions, limit: NAMED });
  return {
    count: total,
    documents: rows.map(row => ({
      ...{ id: row.id, number: row.number, status: row.status, issueDate: row.issueDate, clientName: row.clientName },
      taxauthDeadline: taxauthDeadlineOf(row),
    })),
  };
}

function connectionOf({ cif }: Company, tokens: readonly TaxauthToken[], day: string) {
  const token = bestFor(tokens, cif);
  if (!token) return { expiresAt: null, daysLeft: null, isEnding: false };
  const daysLeft = daysBetween(day, localDay(token.expiresAt));
  return { expiresAt: presentInstantOrNull(token.expiresAt), daysLeft, isEnding: daysLeft <= ENDING_DAYS[0] };
}
