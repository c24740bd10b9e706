import { countInvoice, type InvoiceQuota, readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { DraftingContext } from '#shared/documents/common/drafting.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { issuedNew } from '#shared/documents/invoices/issue-new.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { scheduleEmail, type ScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import { type Commit, decidedOn, type Write } from '#shared/platform/store/transact.ts';
import type { RecurringHeader, RecurringInvoice } from '../model.ts';
import { ratedCurrencies } from '../prices.ts';
import { ratesBefore } from '../rates.ts';
import { headerWrite } from '../store.ts';
import { composed } from './compose.ts';

/** Parameters of issuing a document from a template. */
export interface Issuing {
  company: Company;
  by: PersonRef;
  /** The scheduled date for which it is issued. */
  scheduled: string;
  /** Further changes of the template in the same transaction. */
  then: Partial<RecurringHeader>;
  /** Further writes of the transaction. @param invoiceId id of the new document */
  also: (invoiceId: string) => Write[];
  commit: Commit<StoredInvoice>;
}

/** Key of the ticket queue that serializes the use of the series' next number, shared with the issuing of drafts. */
export const queueOf = ({ companyId, seriesId }: RecurringHeader): Key => companyKey(companyId, `TURN#${seriesId}`);

/**
 * Issues a document from a template, dated today. One transaction writes the document, number, timeline, counters, the changed
 * template, and its scheduled mail; it is conditional on the template's version. If the process dies before it, nothing is written.
 *
 * @throws 422 by `composed`, and when the document violates a rule for issuing; 402 when the plan allows no more invoices in this month;
 * `ConditionFailed` when the template or the series has changed meanwhile
 */
export async function issueFromTemplate(template: RecurringInvoice, issuing: Issuing): Promise<StoredInvoice> {
  const { company, by, scheduled } = issuing;
  const issueDate = today();
  const [context, rates, quota, configuration] = await Promise.all([
    readContext(company.id, template),
    ratesBefore(issueDate, ratedCurrencies(template.currency, template.lines)),
    readInvoiceQuota(company),
    readPdfConfiguration(company.id),
  ]);
  const invoiceContext = { ...context, company, parent: undefined, parentLines: [], credits: [] };
  const draft = composed(template, { context: invoiceContext, rates, scheduled, issueDate, by });
  const { document, writes, events, scheduledEmail, nextNumber } = await issuedWith(
    template,
    draft,
    { series: context.series, quota, configuration },
    issuing,
  );
  return issuing.commit(writes, {
    ...{ document, events, nextNumber, payments: [], creditNotes: [] },
    ...(scheduledEmail && { scheduledEmail }),
  });
}

interface Terms extends Pick<DraftingContext, 'series'> {
  quota: InvoiceQuota | undefined;
  configuration: PdfTemplateConfiguration;
}

async function issuedWith(
  template: RecurringInvoice,
  draft: InvoiceDocument,
  { series, quota, configuration }: Terms,
  { company, by, then, also }: Issuing,
) {
  const from = {
    recurringInvoiceId: template.id,
    frequency: template.frequency,
    ...(template.reference !== null && { reference: template.reference }),
  };
  const userId = by.id ?? template.createdBy.id;
  const made = await issuedNew(draft, { company, by, userId, series, configuration, from });
  const { document, events, nextNumber } = made;
  const scheduledEmail = emailOf(template, document);
  const after: RecurringInvoice = {
    ...template,
    ...{ lastIssuedAt: document.issuedAt, lastInvoiceNumber: document.number, lastInvoiceId: document.id },
    ...{ lastError: null, lastErrorAt: null, failedOn: null },
    ...then,
    version: template.version + 1,
  };
  const writes = [
    decidedOn(headerWrite(template, after)),
    ...also(document.id),
    ...made.writes([]),
    ...(scheduledEmail ? [scheduleEmail(KINDS.invoice, scheduledEmail)] : []),
    ...countInvoice(quota, document),
  ];
  return { document, writes, events, scheduledEmail, nextNumber };
}

/** The mail that the template schedules: a number of days after the issue date, at the template's time in Romania. */
const emailOf = (template: RecurringHeader, { companyId, id, issueDate }: InvoiceDocument): ScheduledEmail | undefined =>
  template.autoEmailEnabled
    ? {
        ...{ companyId, documentId: id, documentType: KINDS.invoice.mailCategory },
        at: localInstant(addDays(issueDate, template.autoEmailDayOffset), template.autoEmailTime),
      }
    : undefined;
