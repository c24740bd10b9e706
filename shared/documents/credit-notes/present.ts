import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import { presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import { presentAttachment } from '#shared/documents/common/present/attachment.ts';
import { type FiscalTotals, fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { registrationOf, type Seller } from '#shared/model/party.ts';
import { presentDecimalLine, presentDecimalSeries, presentTotalDiscount } from '#shared/documents/common/present/decimal.ts';
import { fiscalOfRow, presentDecimalFiscal } from '#shared/model/amounts/fiscal-fields.ts';
import { presentReceived } from '#shared/documents/common/present/received.ts';
import { person, presentEvent, presentPreceding } from '#shared/documents/common/present/parts.ts';
import type { StoredDocument } from '#shared/documents/common/definition.ts';
import { sourceOf } from '#shared/model/purchase/model.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { presentDeadline, type StatedFacts, statedFactsOf } from '#shared/model/calendar/taxauth-deadline.ts';
import type { CreditNoteFacts, InvoiceRow } from '#shared/model/invoice-row.ts';

/**
 * The JSON of credit notes (CRN-3, CRN-4). Amounts and quantities are strings with two
 * decimals and negative, except `totalDiscount` and `discount`.
 */

type Shared = Pick<
  InvoiceRow,
  | ('id' | 'number' | 'direction' | 'isCreditNote' | 'status' | 'issueDate' | 'dueDate' | 'currency')
  | ('subtotal' | 'vatTotal' | 'total' | 'createdAt' | 'updatedAt' | keyof StatedFacts)
>;

const indexOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** An item of a list of credit notes. @param series the series of the company, for the next numbers */
export function presentCreditNoteRow(row: InvoiceRow, series: readonly Series[]) {
  const facts = JSON.parse(row.creditNote ?? '') as CreditNoteFacts;
  const supplier = { id: row.supplierId, name: row.supplierName, cif: row.supplierCif };
  return presentCommon({ ...row, ...facts }, { totals: fiscalOfRow(row), supplier }, nextNumberOf(facts, series));
}

/** The fields of `COMMON` in schema.ts, and the credited invoice. */
function presentCommon(
  one: CreditNoteFacts & Shared,
  { totals, supplier }: { totals: FiscalTotals; supplier: Pick<Seller, 'id' | 'name' | 'cif'> },
  nextNumber: number | null,
) {
  const { client, series, parentDocument: parent } = one;
  return {
    id: one.id,
    uuid: one.id,
    number: one.number,
    direction: one.direction,
    source: sourceOf(one),
    isCreditNote: one.isCreditNote,
    seriesId: one.seriesId,
    series: presentDecimalSeries(series, nextNumber),
    clientId: one.clientId,
    client: client && {
      uuid: client.id,
      name: client.name,
      registrationNumber: client.registrationNumber,
      address: client.address,
      email: client.email,
    },
    supplier: { id: supplier.id, name: supplier.name, cif: supplier.cif },
    parentDocumentId: one.parentDocumentId,
    parentDocument: parent && {
      id: parent.id,
      uuid: parent.id,
      number: parent.number,
      issueDate: parent.issueDate,
      total: parent.total,
    },
    status: one.status,
    taxauthStatus: one.taxauthStatus,
    issueDate: one.issueDate,
    dueDate: one.dueDate,
    currency: one.currency,
    exchangeRate: presentNumber(one.exchangeRate),
    notes: one.notes,
    subtotal: one.subtotal,
    vatAmount: one.vatTotal,
    total: one.total,
    ...presentDecimalFiscal(totals),
    taxauthUploadIndex: indexOf(one.taxauthUploadIndex),
    ...presentDeadline(one),
    createdAt: presentInstant(one.createdAt),
    updatedAt: presentInstant(one.updatedAt),
  };
}

export interface CreditNoteContext {
  nextNumber: number | null;
  /** The credited invoice as it is now; without it, only the copied reference is shown. */
  parent?: Invoice | undefined;
}

/** A credit note as read for an answer. */
type ShownCreditNote = StoredDocument<{ header: Invoice; children: { attachments?: Attachment[] } }>;

/** The whole credit note, as all endpoints but the list return it. */
export function presentCreditNote(
  { document, events, attachments, warnings, nextNumber: known = null }: ShownCreditNote,
  { nextNumber, parent }: CreditNoteContext = { nextNumber: known },
) {
  const { client } = document;
  const common = presentCommon(
    { ...document, ...statedFactsOf(document), client: client && { ...client, registrationNumber: registrationOf(client) } },
    { totals: fiscalTotals(document), supplier: document.seller },
    nextNumber,
  );
  return {
    ...common,
    parentDocument: common.parentDocument && { ...common.parentDocument, ...(parent && moreOf(parent)) },
    documentType: document.documentType,
    language: document.language,
    invoiceTypeCode: document.invoiceTypeCode,
    exchangeRateDate: document.exchangeRateDate ?? null,
    paymentTerms: document.paymentTerms,
    issuerName: document.issuerName,
    issuerId: document.issuerId,
    mentions: document.mentions,
    internalNote: document.internalNote,
    metadata: document.metadata ?? {},
    idempotencyKey: document.idempotencyKey,
    precedingInvoices: presentPreceding(document.precedingInvoices),
    ublExtensions: inKeyOrder(document.ublExtensions) as Record<string, unknown> | null,
    lines: document.lines.map(presentLine),
    totalDiscount: presentTotalDiscount(document),
    ...filesOf(document),
    events: events.map(presentEvent),
    attachments: (attachments ?? []).map(presentAttachment),
    issuedAt: presentInstantOrNull(document.issuedAt),
    uploadedAt: presentInstantOrNull(document.submittedAt),
    validatedAt: presentInstantOrNull(document.validatedAt),
    cancellationReason: document.cancellationReason,
    cancelledAt: presentInstantOrNull(document.cancelledAt),
    cancelledBy: person(document.cancelledBy),
    restoredAt: presentInstantOrNull(document.restoredAt),
    restoredBy: person(document.restoredBy),
    ...presentReceived(document),
    ...(warnings && { warnings }),
  };
}

const moreOf = (parent: Invoice) => ({
  number: parent.number,
  issueDate: parent.issueDate,
  total: parent.total,
  dueDate: parent.dueDate,
  currency: parent.currency,
  subtotal: parent.subtotal,
  vatAmount: parent.vatTotal,
  status: parent.status,
  taxauthUploadIndex: indexOf(parent.taxauthUploadIndex),
});

const filesOf = (document: InvoiceDocument) => ({
  xmlGenerated: document.xmlPath !== null,
  xmlPath: document.xmlPath,
  pdfGenerated: document.pdfPath !== null,
  pdfPath: document.pdfPath,
  taxauthSubmissionId: document.taxauthSubmissionId,
  taxauthDownloadId: document.taxauthDownloadId,
  taxauthValidationErrors: document.taxauthValidationErrors,
});

const presentLine = (line: DocumentLine) => ({
  ...presentDecimalLine(line, line.productId ? { id: line.productId, name: line.productName, code: line.productCode } : null),
  vatCategoryCode: line.vatCategoryCode,
  exchangeRate: presentNumberOrNull(line.exchangeRate),
  ublExtensions: inKeyOrder(line.ublExtensions) as Record<string, unknown> | null,
});
