import { companyOn } from '#shared/model/vat/status.ts';
import { asInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import type { InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { instant, localDay } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { isDeductionDeferred } from '#shared/model/amounts/deduction.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Company } from '#shared/model/company.ts';
import { deliveredRate, type PublishedRate } from '#shared/model/exchange-rate.ts';
import { notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';
import type { Invoice, InvoiceDocument, ReceivedFrom } from '#shared/model/invoice.ts';
import type { Party, Seller } from '#shared/model/party.ts';

/** The record of a document that the tax authority delivered. Its number and amounts are exactly those of its XML. Pure. */

/** The list of the authority that a document came from: documents sent to the company, or by it. */
export type ReceivedDirection = InvoiceDocument['direction'];

/** Facts about a delivered document that are not in its XML. */
export interface Delivery {
  direction: ReceivedDirection;
  /** The index of its upload at the authority. */
  uploadIndex: string;
  /** ISO instant of the authority's message. */
  deliveredAt: string;
  /** The bucket key of its XML. */
  xmlPath: string;
  received: ReceivedFrom;
}

/** What is stored here for a document. */
export interface Known {
  /** The records of the company for its parties; null when there is none. */
  supplierId: string | null;
  clientId: string | null;
  /** The last rate of its currency that was published before its tax point. */
  published?: PublishedRate | undefined;
}

/** Whether the company is the seller of a document that it received: self-billing, issued by its client in its name (type 389). */
export const isOwnSale = ({ seller }: Pick<InvoiceContent, 'seller'>, { cif }: Pick<Company, 'cif'>): boolean =>
  seller.cif !== null && comparedCui(seller.cif) === comparedCui(cif);

/** The company's business partner on a delivered document: the client on its own sales, else the seller. */
export const partnerOf = (content: InvoiceContent, company: Pick<Company, 'cif'>): Party =>
  isOwnSale(content, company) ? (content.client ?? content.seller) : content.seller;

/** The document with status `synced`, in which it cannot be issued, submitted, cancelled or deleted. */
export function receivedDocument(
  content: InvoiceContent,
  company: Company,
  delivery: Delivery,
  { supplierId, clientId, published }: Known,
): InvoiceDocument {
  const at = instant();
  const { seller, client } = partiesOf(content, company, delivery.direction);
  const header = {
    ...content,
    companyId: company.id,
    id: newId(),
    version: 1,
    sequence: null,
    seriesId: null,
    series: null,
    ...deliveredRate(content, { published }),
    seller: { ...seller, id: isOwnSale({ seller }, company) ? company.id : supplierId },
    clientId,
    client: client && { ...client, id: clientId },
    lines: content.lines.map(line => ({ ...line, id: newId() })),
    issuedAt: null,
    cancellationReason: null,
    cancelledAt: null,
    createdBy: null,
    createdAt: at,
    updatedAt: at,
    status: 'synced' as const,
  };
  const document: InvoiceDocument = {
    ...asInvoice(header),
    ...header,
    direction: delivery.direction,
    ...receiver(client),
    xmlPath: delivery.xmlPath,
    taxauthStatus: 'validated',
    taxauthUploadIndex: delivery.uploadIndex,
    taxauthDownloadId: delivery.received.messageId,
    validatedAt: delivery.deliveredAt,
    received: delivery.received,
    ...(delivery.direction === 'incoming' && bookingOf(content, company, delivery)),
  };
  const settled = settledBy(document, []);
  // VAT on collection: what its payments will make due, or deductible.
  const notDue = notDueAtFirst(settled);
  return notDue ? { ...settled, notDue } : settled;
}

/** The initial bookkeeping fields of a received document. */
const bookingOf = (content: InvoiceContent, company: Company, { received, deliveredAt }: Delivery): Partial<Invoice> => ({
  received: {
    ...received,
    vat: {
      isPayer: companyOn(company, localDay(deliveredAt)).vatPayer,
      isDeferred: isDeductionDeferred(content, companyOn(company, content.issueDate)),
    },
  },
  booking: {
    ...{ expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100' },
    receivedDate: localDay(deliveredAt),
  },
});

/**
 * The parties as documents store them: the company is `seller` of all that it issued, also as self-billing buyer (model/roles.ts).
 */
function partiesOf(
  { seller, client, invoiceTypeCode }: InvoiceContent,
  company: Pick<Company, 'cif'>,
  direction: ReceivedDirection,
): { seller: Seller; client: Party | null } {
  const isSelfBilled = direction === 'outgoing' && invoiceTypeCode === '389' && client && !isOwnSale({ seller }, company);
  if (!isSelfBilled) return { seller, client };
  const own: Seller = { ...client, capitalSocial: null, website: null, iban: null, bankName: null };
  return { seller: own, client: { ...seller, bankAccount: seller.iban } };
}

/** The buyer in the fields that API responses show for a buyer without client record. */
export const receiver = (client: Party | null) => ({
  receiverName: client?.name ?? null,
  receiverCif: client?.cif ?? null,
  receiverAddress: client?.address ?? null,
  receiverCity: client?.city ?? null,
  receiverCounty: client?.county ?? null,
  receiverCountry: client?.country ?? null,
});
