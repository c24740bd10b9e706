import { buyerIdentifiers, type Identifiers, isConsumer, sellerIdentifiers, statedPersonalNumber } from './identifiers.ts';
import type { Company } from './company.ts';
import type { Invoice } from './invoice.ts';
import type { Party, Seller } from './party.ts';

/**
 * Who sells and who buys by a document. Usually the company is the seller and its client the buyer. Of a self-billed invoice (type 389)
 * it is the other way round: the company bought, and makes out the invoice in the name of its client, the seller (Fiscal Code,
 * art. 319 (20) k; Directive 2006/112/EC, Article 224). The stored document keeps the company under `seller` and the client under
 * `client`, whatever they are to each other; XML, print and upload ask here. Pure.
 */

type Billed = Pick<Invoice, 'direction' | 'invoiceTypeCode' | 'isCreditNote' | 'selfBilled'>;
type Parties = Billed & Pick<Invoice, 'seller' | 'client' | 'platitorTva'>;

export const SELF_BILLED = '389';
const CORRECTED = '384';

/** Whether the company issues the document in the name of its client; a correction does where what it corrects did. */
export const isSelfBilled = ({ direction, invoiceTypeCode, isCreditNote, selfBilled = false }: Billed): boolean =>
  // A received document is stored with the parties as its XML names them.
  direction === 'outgoing' &&
  (invoiceTypeCode === SELF_BILLED || (selfBilled && (isCreditNote || invoiceTypeCode === CORRECTED)));

/**
 * Whether what is open of a document is owed the other way round than its direction says: by the company on one that it issued in its
 * client's name, and to the company on one that its client issued in its name and the authority delivered.
 */
export const owesOtherwise = (document: Billed & Pick<Invoice, 'companyId'> & { seller: Pick<Seller, 'id'> }): boolean =>
  isSelfBilled(document) || (document.direction === 'incoming' && document.seller.id === document.companyId);

/** BG-4: the one who sells; null while a self-billed draft names no client. */
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

/** BG-7: the one who buys; null while a draft names no client. */
export const customerOf = (document: Parties): Party | null => (isSelfBilled(document) ? document.seller : document.client);

/** Identifiers of the one who sells. */
export function supplierIdentifiers(document: Parties): Identifiers | null {
  if (!isSelfBilled(document)) return sellerIdentifiers(document.seller, document);
  const { client } = document;
  if (!client) return null;
  if (!isConsumer(client)) return buyerIdentifiers(client);
  // Zeros stand for buyers alone: a seller says who it is.
  const number = statedPersonalNumber(client);
  return { vat: null, tax: number, legal: number };
}

/** Identifiers of the one who buys. */
export function customerIdentifiers(document: Parties): Identifiers | null {
  if (isSelfBilled(document)) return sellerIdentifiers(document.seller, document);
  return document.client && buyerIdentifiers(document.client);
}

/** Whether the one who sells is registered for VAT, as the document says: the company, or its client on a self-billed document. */
export const statesVatRegistration = (document: Parties): boolean =>
  isSelfBilled(document)
    ? (supplierIdentifiers(document)?.vat ?? null) !== null
    : document.seller.isVatPayer || document.platitorTva;

/** The same of a draft whose seller is the company as it is now. */
export const chargesVat = (document: Parties, company: Pick<Company, 'vatPayer'>): boolean =>
  statesVatRegistration({ ...document, seller: { ...document.seller, isVatPayer: company.vatPayer } });
