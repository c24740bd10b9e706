import { buyerIdentifiers, type Identifiers, isConsumer, sellerIdentifiers, statedPersonalNumber } from './identifiers.ts';
import type { Invoice } from './invoice.ts';
import type { Party, Seller } from './party.ts';

/**
 * Seller and buyer of a document. Usually the company is the seller and its client the buyer. For a self-billed invoice (type 389)
 * it is the other way round: the company is the buyer and issues the invoice in the name of its client, the seller (Fiscal Code,
 * art. 319 (20) k; Directive 2006/112/EC, Article 224). The stored document always has the company in `seller` and the client in
 * `client`, so XML, PDF and upload must use these functions. Pure.
 */

type Billed = Pick<Invoice, 'direction' | 'invoiceTypeCode' | 'isCreditNote' | 'selfBilled'>;
type Parties = Billed & Pick<Invoice, 'seller' | 'client' | 'platitorTva'>;

export const SELF_BILLED = '389';
const CORRECTED = '384';

/** Whether the company issues the document in the name of its client, or corrects such a document. */
export const isSelfBilled = ({ direction, invoiceTypeCode, isCreditNote, selfBilled = false }: Billed): boolean =>
  // A received document is stored with seller and buyer as in its XML.
  direction === 'outgoing' &&
  (invoiceTypeCode === SELF_BILLED || (selfBilled && (isCreditNote || invoiceTypeCode === CORRECTED)));

/**
 * Whether the balance is owed in the opposite direction of `direction`: by the company, for a document that it issued in its
 * client's name; to the company, for a received document that its client issued in the company's name.
 */
export const owesOtherwise = (document: Billed & Pick<Invoice, 'companyId'> & { seller: Pick<Seller, 'id'> }): boolean =>
  isSelfBilled(document) || (document.direction === 'incoming' && document.seller.id === document.companyId);

/** The seller (BG-4); null for a self-billed draft without client. */
export function supplierOf(document: Parties): Seller | null {
  if (!isSelfBilled(document)) return document.seller;
  const { client } = document;
  return (
    client && {
      ...client,
      capitalSocial: null,
      website: null,
      iban: client.bankAccount ?? null,
      bankName: client.bankName ?? null,
    }
  );
}

/** The buyer (BG-7); null for a draft without client. */
export const customerOf = (document: Parties): Party | null => (isSelfBilled(document) ? document.seller : document.client);

/** The identifiers of the seller; null for a self-billed draft without client. */
export function supplierIdentifiers(document: Parties): Identifiers | null {
  if (!isSelfBilled(document)) return sellerIdentifiers(document.seller, document);
  const { client } = document;
  if (!client) return null;
  if (!isConsumer(client)) return buyerIdentifiers(client);
  // The placeholder of 13 zeros is allowed for buyers only; a seller must be identified.
  const number = statedPersonalNumber(client);
  return { vat: null, tax: number, legal: number };
}

/** The identifiers of the buyer; null for a draft without client. */
export function customerIdentifiers(document: Parties): Identifiers | null {
  if (isSelfBilled(document)) return sellerIdentifiers(document.seller, document);
  return document.client && buyerIdentifiers(document.client);
}

/** Whether the seller is registered for VAT, as the document states: the company, or its client on a self-billed document. */
export const statesVatRegistration = (document: Parties): boolean =>
  isSelfBilled(document)
    ? (supplierIdentifiers(document)?.vat ?? null) !== null
    : document.seller.isVatPayer || document.platitorTva;
