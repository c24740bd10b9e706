import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import { presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import { presentAttachment } from '#shared/documents/common/present/attachment.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { namesOf, SUPPLY_FIELDS, TERM_FIELDS, XML_FIELDS } from '#shared/model/invoice-fields.ts';
import {
  person,
  presentBuyer,
  presentEvent,
  presentLine,
  presentLink,
  presentParty,
  presentPayment,
  presentPreceding,
  presentRef,
} from '#shared/documents/common/present/parts.ts';
import { deadlineFactsOf, presentDeadline } from '#shared/model/calendar/taxauth-deadline.ts';
import { presentFiscal } from '#shared/model/amounts/fiscal-fields.ts';
import { presentReceived } from '#shared/documents/common/present/received.ts';
import type { StoredInvoice } from '../read.ts';
import { isOverdue, paymentStatusOf } from '#shared/model/amounts/payment-state.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { netOf, openAdvance } from '#shared/model/amounts/advances.ts';
import { sourceOf } from '#shared/model/purchase/model.ts';
import { refundDueOf } from '#shared/model/amounts/settlement.ts';

/** The JSON of invoices (INV-2, INV-60); its schema is in schema.ts. */

/** Fields that are shown as they are stored. */
const PLAIN_FIELDS = [
  ...(['number', 'status', 'direction', 'isCreditNote', 'documentType', 'invoiceTypeCode', 'currency', 'language'] as const),
  ...(['issueDate', 'dueDate'] as const),
  ...namesOf(TERM_FIELDS),
  'paymentMethod',
  ...namesOf(SUPPLY_FIELDS),
  ...(['receiverName', 'receiverCif', 'receiverAddress', 'receiverCity', 'receiverCounty', 'receiverCountry'] as const),
  ...(['tvaLaIncasare', 'platitorTva', 'plataOnline', 'showClientBalance'] as const),
  ...(['clientBalanceExisting', 'clientBalanceOverdue', 'idempotencyKey', 'taxPointDate'] as const),
  ...namesOf(XML_FIELDS),
  ...(['penaltyEnabled', 'penaltyGraceDays', 'paidAt', 'xmlPath', 'pdfPath'] as const),
  ...(['taxauthStatus', 'taxauthSubmissionId', 'taxauthDownloadId', 'taxauthValidationErrors', 'cancellationReason'] as const),
] satisfies readonly (keyof InvoiceDocument)[];

/** Facts about the invoice that are not stored on it. */
export interface DetailContext {
  /** The next number of the document's series; null when it was not read. */
  nextNumber: number | null;
}

/** The whole invoice, as all endpoints but the list return it. */
export function presentInvoice(
  { document, payments, events, creditNotes, attachments, scheduledEmail, warnings, nextNumber: known = null }: StoredInvoice,
  { nextNumber }: DetailContext = { nextNumber: known },
) {
  const plain = Object.fromEntries(PLAIN_FIELDS.map(field => [field, document[field]])) as Pick<
    InvoiceDocument,
    (typeof PLAIN_FIELDS)[number]
  >;
  return {
    id: document.id,
    uuid: document.id,
    ...plain,
    source: sourceOf(document),
    paymentStatus: paymentStatusOf(document),
    isOverdue: isOverdue(document),
    exchangeRate: presentNumber(document.exchangeRate),
    exchangeRateDate: document.exchangeRateDate ?? null,
    subtotal: presentNumber(document.subtotal),
    discount: presentNumber(document.discount),
    vatTotal: presentNumber(document.vatTotal),
    total: presentNumber(document.total),
    ...presentFiscal(fiscalTotals(document)),
    amountPaid: presentNumber(document.amountPaid),
    balance: presentNumber(document.balance),
    creditedAmount: presentNumber(document.creditedAmount),
    refundDue: presentNumber(refundDueOf(document)),
    ...presentAdvance(document),
    penaltyPercentPerDay: presentNumberOrNull(document.penaltyPercentPerDay),
    clientId: document.clientId,
    documentSeriesId: document.seriesId,
    parentDocumentId: document.parentDocumentId,
    client: document.clientId ? document.client && presentBuyer(document.client) : null,
    supplier: presentParty(document.seller),
    series: document.series && { id: document.series.id, name: document.series.name, prefix: document.series.prefix, nextNumber },
    parentDocument: document.parentDocument && presentRef(document.parentDocument),
    precedingInvoices: presentPreceding(document.precedingInvoices),
    ublExtensions: inKeyOrder(document.ublExtensions) as Record<string, unknown> | null,
    lines: document.lines.map(presentLine),
    payments: payments.map(presentPayment),
    events: events.map(presentEvent),
    attachments: (attachments ?? []).map(presentAttachment),
    xmlGenerated: document.xmlPath !== null,
    pdfGenerated: document.pdfPath !== null,
    taxauthUploadIndex: document.taxauthUploadIndex,
    ...presentDeadline(deadlineFactsOf(document)),
    proformaId: document.proformaId ?? null,
    proformaReference: document.proformaReference ?? null,
    deliveryNoteId: document.deliveryNoteId ?? null,
    deliveryNoteReference: document.deliveryNoteReference ?? null,
    deliveryNoteIds: document.deliveryNoteIds ?? [],
    recurringInvoiceId: document.recurringInvoiceId ?? null,
    remindersDisabled: document.remindersDisabled ?? false,
    metadata: document.metadata ?? {},
    creditNotes: creditNotes.filter(({ isCreditNote }) => isCreditNote !== false).map(presentLink),
    scheduledEmailAt: presentInstantOrNull(scheduledEmail?.at),
    cancelledAt: presentInstantOrNull(document.cancelledAt),
    cancelledBy: person(document.cancelledBy),
    restoredAt: presentInstantOrNull(document.restoredAt),
    restoredBy: person(document.restoredBy),
    createdAt: presentInstant(document.createdAt),
    updatedAt: presentInstant(document.updatedAt),
    ...presentReceived(document),
    ...(warnings && { warnings }),
  };
}

/** What is open of an advance, and who drew it; what a final invoice settles. */
function presentAdvance(document: InvoiceDocument) {
  const { isAdvance = false, drawn, draws } = document;
  const open = openAdvance(document);
  return {
    isAdvance,
    ...(open !== undefined && { openAdvance: presentNumber(open) }),
    ...(drawn && { drawnBy: drawn.map(({ id, groups }) => ({ documentId: id, amount: presentNumber(netOf(groups)) })) }),
    ...(draws && {
      advances: draws.map(({ id, number, issueDate, groups }) => ({
        ...{ documentId: id, number, issueDate },
        amount: presentNumber(netOf(groups)),
      })),
    }),
  };
}
