import { countInvoice, type InvoiceQuota, readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { DraftingContext } from '#shared/documents/common/drafting.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { issueViolations } from '#shared/documents/common/fiscal/quick-check.ts';
import { numberedDraft, numberWrites, seriesPosition } from '#shared/documents/common/numbering.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { instant, localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { issued } from '#shared/documents/invoices/issue.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { plansOf } from '#shared/documents/invoices/submission/planned.ts';
import { refuseInvalid } from '#shared/documents/invoices/validation/refuse-invalid.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { scheduleEmail, type ScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { InvoiceDocument, InvoiceStatus } from '#shared/model/invoice.ts';
import { kindOf, KINDS } from '#shared/model/kinds.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import { type Commit, decidedOn, type Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
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
  const kind = kindOf(draft);
  const numbered = numberedDraft(kind, draft, series);
  await refuseInvalid(numbered.document, { violations: issueViolations(numbered.document) });
  const at = instant();
  const from = {
    recurringInvoiceId: template.id,
    frequency: template.frequency,
    ...(template.reference !== null && { reference: template.reference }),
  };
  const created = newEvent<InvoiceStatus>('created', 'draft', `${kind.title} created`, by, from);
  // Version 0: the document is stored for the first time when it is issued.
  const {
    after: document,
    event,
    further = [],
    notifications,
    taken,
    also: made,
    extras,
  } = issued({ ...draft, version: 0 }, numbered, { appearance: { configuration, logoPath: company.logoPath }, by, at });
  const entry = { ...event!, metadata: { ...event!.metadata, ...from }, ...(taken && { series: seriesPosition(taken) }) };
  const scheduledEmail = emailOf(template, document);
  const after: RecurringInvoice = {
    ...template,
    ...{ lastIssuedAt: at, lastInvoiceNumber: document.number, lastInvoiceId: document.id },
    ...{ lastError: null, lastErrorAt: null, failedOn: null },
    ...then,
    version: template.version + 1,
  };
  const recorded = [
    { event: created, webhooks: [invoiceNotification('invoice.created', draft)] },
    { event: entry, webhooks: notifications ?? [] },
    ...further.map(one => ({ event: one })),
  ];
  const writes = [
    decidedOn(headerWrite(template, after)),
    ...also(document.id),
    ...createWrites(INVOICES, document, recorded),
    ...(taken ? numberWrites(kind, document, entry, { series: taken, named: null }) : []),
    ...(made?.writes ?? []),
    ...plansOf(document, company, by.id ?? template.createdBy.id),
    ...(scheduledEmail ? [scheduleEmail(KINDS.invoice, scheduledEmail)] : []),
    ...countInvoice(quota, document),
  ];
  const events = [entry, created];
  return { document, writes, events, scheduledEmail, nextNumber: extras?.nextNumber ?? null };
}

/** The mail that the template schedules: a number of days after the issue date, at the template's time in Romania. */
const emailOf = (template: RecurringHeader, { companyId, id, issueDate }: InvoiceDocument): ScheduledEmail | undefined =>
  template.autoEmailEnabled
    ? {
        ...{ companyId, documentId: id, documentType: KINDS.invoice.mailCategory },
        at: localInstant(addDays(issueDate, template.autoEmailDayOffset), template.autoEmailTime),
      }
    : undefined;
