import type { Recorded, HeaderChange } from '#shared/documents/common/definition.ts';
import { issueViolations } from '#shared/documents/common/fiscal/quick-check.ts';
import { numberedDraft, numberWrites, seriesPosition } from '#shared/documents/common/numbering.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { Parent } from '#shared/documents/credit-notes/credited-invoice.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice, InvoiceDocument, InvoiceStatus } from '#shared/model/invoice.ts';
import { kindOf } from '#shared/model/kinds.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { issued } from './issue.ts';
import { INVOICES } from './store.ts';
import { plansOf } from './submission/planned.ts';
import { refuseInvalid } from './validation/refuse-invalid.ts';

export interface NewIssue {
  company: Company;
  by: PersonRef;
  /** The user in whose name a planned submission is made. */
  userId: string | null;
  series: readonly Series[];
  configuration: PdfTemplateConfiguration;
  /** The invoice whose balance the document reduces. */
  parent?: Parent | undefined;
  /** What the timeline entries of the document say besides. */
  from?: Record<string, unknown>;
  /** The number of the attempt; by default the first. */
  attempt?: number;
}

/** A document that is issued in the transaction that creates it. */
export interface IssuedNew {
  document: InvoiceDocument;
  /** Newest first. */
  events: DocumentEvent[];
  /** The change of the invoice whose balance it reduces. */
  reduced: HeaderChange<Invoice> | undefined;
  /** The writes of the document, with the changes of other documents in the same transaction. */
  writes: (also: readonly HeaderChange<Invoice>[]) => Write[];
  nextNumber: number | null;
}

/**
 * Issues a new draft that was not stored: document, number, timeline and counters are written in one transaction, which also has what the caller
 * adds. If the process dies before it, nothing is written.
 *
 * @throws 422 when no series can number the document, or it breaks a rule for issuing, and as `requireOpenPeriod`
 */
export async function issuedNew(draft: InvoiceDocument, issue: NewIssue): Promise<IssuedNew> {
  const { company, by, userId, series, configuration, parent, from = {}, attempt = 0 } = issue;
  const kind = kindOf(draft);
  const numbered = numberedDraft(kind, draft, series);
  await refuseInvalid(numbered.document, { violations: issueViolations(numbered.document) });
  const created = newEvent<InvoiceStatus>('created', 'draft', `${kind.title} created`, by, from);
  // Version 0: the document is stored for the first time when it is issued.
  const {
    after,
    event,
    further = [],
    notifications = [],
    taken,
    also: made,
    extras,
  } = issued({ ...draft, version: 0 }, numbered, {
    ...{ parent, appearance: { configuration, logoPath: company.logoPath }, by, at: instant() },
  });
  const { after: document, writes: locked } = await requireOpenPeriod({ company, attempt }, { before: null, after });
  const entry = { ...event!, metadata: { ...event!.metadata, ...from }, ...(taken && { series: seriesPosition(taken) }) };
  const recorded: Recorded[] = [
    { event: created, webhooks: [invoiceNotification('invoice.created', draft)] },
    { event: entry, webhooks: notifications },
    ...further.map(one => ({ event: one })),
  ];
  return {
    document,
    events: [entry, created],
    reduced: made?.documents?.[0],
    writes: also => [
      ...createWrites(INVOICES, document, recorded, also),
      ...(taken ? numberWrites(kind, document, entry, { series: taken, named: null }) : []),
      ...(made?.writes ?? []),
      ...locked,
      ...plansOf(document, company, userId),
    ],
    nextNumber: extras?.nextNumber ?? null,
  };
}
