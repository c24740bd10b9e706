import { sortedJson } from '#shared/base/kernel/records.ts';
import { openAdvance } from './amounts/advances.ts';
import { type Source, sourceOf } from './purchase/model.ts';
import { isReversal, refundDueOf, settledId } from './amounts/settlement.ts';
import { type StatedFacts, statedFactsOf } from './calendar/taxauth-deadline.ts';
import { owesOtherwise } from './roles.ts';
import type { Invoice } from './invoice.ts';
import { type FoundBy, foundBy } from './callers-data/found-by.ts';
import { registrationOf } from './party.ts';

/** The fields that lists show and filter. They are projected into the indexes, so that lists read no documents. */
export interface InvoiceRow extends FoundBy, StatedFacts {
  id: string;
  number: string;
  status: Invoice['status'];
  direction: Invoice['direction'];
  isCreditNote: boolean;
  currency: string;
  issueDate: string;
  dueDate: string | null;
  subtotal: string;
  vatTotal: string;
  total: string;
  amountPaid: string;
  balance: string;
  /** What is owed back on the invoice, if that is more than 0. */
  refundDue?: string | null;
  /** The amount to pay, if it differs from the total. */
  payable?: string | null;
  /** The totals of the e-invoice, if they differ from the others. */
  fiscalSubtotal?: string | null;
  fiscalVatTotal?: string | null;
  fiscalTotal?: string | null;
  clientId: string | null;
  clientName: string | null;
  clientCif: string | null;
  receiverName: string | null;
  supplierId: string | null;
  supplierName: string;
  supplierCif: string | null;
  parentDocumentId: string | null;
  /** A purchase that was entered by hand. */
  manual?: boolean | null;
  /** The authority delivered it a second time: the first one counts. */
  duplicate?: boolean | null;
  /** Of a document that takes back: the id of the invoice whose balance it reduces. */
  settles?: string | null;
  /** Lei for one unit of a foreign currency. */
  exchangeRate?: string | null;
  /** `Invoice.rateDifference` as JSON. */
  rateDifference?: string | null;
  /** `Invoice.notInBase`. */
  notInBase?: string | null;
  /** Self-billed: the balance is owed in the opposite direction (`owesOtherwise`, roles.ts). */
  selfBilled?: boolean | null;
  /**
   * Absent if never submitted. Needed in lists because a cancelled document that the authority has validated still counts there.
   */
  taxauthStatus?: Invoice['taxauthStatus'];
  /** What is open of an advance, without VAT, if that is more than 0. */
  openAdvance?: string | null;
  /** Further fields for the list of credit notes, as JSON (`CreditNoteFacts`); credit notes only. */
  creditNote?: string | null;
  createdAt: string;
  updatedAt: string;
}

export const rowOf = (invoice: Invoice): InvoiceRow => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  direction: invoice.direction,
  isCreditNote: invoice.isCreditNote,
  currency: invoice.currency,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  subtotal: invoice.subtotal,
  vatTotal: invoice.vatTotal,
  total: invoice.total,
  amountPaid: invoice.amountPaid,
  balance: invoice.balance,
  ...owedBack(refundDueOf(invoice)),
  ...(invoice.payable !== undefined && invoice.payable !== invoice.total && { payable: invoice.payable }),
  ...(invoice.fiscal && {
    fiscalSubtotal: invoice.fiscal.subtotal,
    fiscalVatTotal: invoice.fiscal.vatTotal,
    fiscalTotal: invoice.fiscal.total,
  }),
  clientId: invoice.clientId,
  clientName: invoice.client?.name ?? invoice.receiverName,
  clientCif: invoice.client?.cif ?? invoice.receiverCif,
  receiverName: invoice.receiverName,
  supplierId: invoice.seller.id,
  supplierName: invoice.seller.name,
  supplierCif: invoice.seller.cif,
  parentDocumentId: invoice.parentDocumentId,
  ...(isReversal(invoice) && settledId(invoice) !== null && { settles: settledId(invoice) }),
  ...(invoice.currency !== 'RON' && { exchangeRate: invoice.exchangeRate }),
  ...(invoice.notInBase !== undefined && { notInBase: invoice.notInBase }),
  ...(invoice.rateDifference && { rateDifference: sortedJson(invoice.rateDifference) }),
  ...(invoice.taxauthStatus && { taxauthStatus: invoice.taxauthStatus }),
  ...statedFactsOf(invoice),
  ...(invoice.purchase && { manual: true }),
  ...(invoice.received?.duplicateOf && { duplicate: true }),
  ...(owesOtherwise(invoice) && { selfBilled: true }),
  ...openOf(openAdvance(invoice)),
  ...(invoice.isCreditNote && { creditNote: sortedJson(creditNoteFacts(invoice)) }),
  ...foundBy(invoice),
  createdAt: invoice.createdAt,
  updatedAt: invoice.updatedAt,
});

/** As `sourceOf`, of a row. */
export const sourceOfRow = ({ manual, ...row }: InvoiceRow): Source | null => (manual ? 'manual' : sourceOf(row));

const owedBack = (refundDue: string): Pick<InvoiceRow, 'refundDue'> => (refundDue === '0.00' ? {} : { refundDue });

const openOf = (open = '0.00'): Pick<InvoiceRow, 'openAdvance'> => (open === '0.00' ? {} : { openAdvance: open });

const creditNoteFacts = ({ client, ...invoice }: Invoice) => ({
  seriesId: invoice.seriesId,
  series: invoice.series,
  clientId: invoice.clientId,
  client: client && {
    id: client.id,
    name: client.name,
    registrationNumber: registrationOf(client),
    address: client.address,
    email: client.email,
  },
  parentDocumentId: invoice.parentDocumentId,
  parentDocument: invoice.parentDocument,
  taxauthStatus: invoice.taxauthStatus,
  exchangeRate: invoice.exchangeRate,
  notes: invoice.notes,
  taxauthUploadIndex: invoice.taxauthUploadIndex,
});
export type CreditNoteFacts = ReturnType<typeof creditNoteFacts>;
