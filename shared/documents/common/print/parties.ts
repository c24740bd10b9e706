import { buyerIdentifiers, isConsumer, sellerIdentifiers, statedPersonalNumber } from '#shared/model/identifiers.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Party } from '#shared/model/party.ts';
import { receiverParty } from '#shared/model/receiver.ts';
import { customerOf, isSelfBilled, supplierIdentifiers, supplierOf } from '#shared/model/roles.ts';
import type { PrintedField, PrintedParty, PrintedText } from '#shared/output/pdf/document.ts';
import { mailField, webField } from './links.ts';
import { fact, factField, field, present, type Wording } from './wording.ts';

/** Seller and buyer on printed documents. */

/** The seller; null for a self-billed draft without client. */
export function printedSeller(document: InvoiceDocument, wording: Wording): PrintedParty | null {
  const seller = supplierOf(document);
  if (!seller) return null;
  const { labels } = wording;
  return {
    heading: labels.seller,
    name: fact('seller name', seller.name),
    address: address('seller', seller, wording),
    fields: present([
      taxNumber('seller', sellerTaxId(document), seller, wording),
      factField('seller registration', labels.registrationNumber, seller.registrationNumber),
      field(labels.capital, seller.capitalSocial),
      field(labels.phone, seller.phone),
      mailField(labels.email, seller.email),
      webField(labels.website, seller.website),
    ]),
  };
}

/** The buyer; null for a draft without buyer. */
export function printedBuyer(document: InvoiceDocument, wording: Wording): PrintedParty | null {
  // From the client record, or as entered in the receiver fields of the document.
  const buyer = customerOf(document);
  const name = buyer?.name ?? (isSelfBilled(document) ? null : document.receiverName);
  if (!name) return null;
  const { labels } = wording;
  return {
    heading: labels.buyer,
    name: fact('buyer name', name),
    address: buyer ? address('buyer', buyer, wording) : [],
    fields: present([
      taxNumber('buyer', buyerTaxId(document), buyer, wording),
      field(labels.registrationNumber, buyer?.registrationNumber),
      field(labels.phone, buyer?.phone),
      mailField(labels.email, buyer?.email),
    ]),
  };
}

export interface PrintedIdentifier {
  kind: 'vatId' | 'taxId' | 'personalNumber';
  value: string;
}

/** The seller's tax number, the same as in the XML: `RO` + digits for a VAT payer, digits only for others. */
export function sellerTaxId(document: InvoiceDocument): PrintedIdentifier | null {
  const { vat = null, tax = null, legal = null } = supplierIdentifiers(document) ?? {};
  if (vat) return { kind: 'vatId', value: vat };
  const client = isSelfBilled(document) ? document.client : null;
  if (client && isConsumer(client)) return legal ? { kind: 'personalNumber', value: legal } : null;
  const number = tax ?? client?.cif;
  return number ? { kind: 'taxId', value: number } : null;
}

/** The buyer's tax number, the same as in the XML; for a consumer the personal number, if the XML states it. */
export function buyerTaxId(document: InvoiceDocument): PrintedIdentifier | null {
  if (isSelfBilled(document)) {
    const { vat, tax } = sellerIdentifiers(document.seller, document);
    return vat ? { kind: 'vatId', value: vat } : tax ? { kind: 'taxId', value: tax } : null;
  }
  const buyer = document.client ?? receiverParty(document);
  if (!buyer) return null;
  if (isConsumer(buyer)) {
    const number = statedPersonalNumber(buyer);
    return number ? { kind: 'personalNumber', value: number } : null;
  }
  const { vat, tax } = buyerIdentifiers(buyer);
  if (vat) return { kind: 'vatId', value: vat };
  const number = tax ?? buyer.cif;
  return number ? { kind: 'taxId', value: number } : null;
}

/** A tax number with the label for Romanian or for foreign numbers. */
function taxNumber(
  who: string,
  identifier: PrintedIdentifier | null,
  party: Pick<Party, 'country'> | null,
  { labels }: Wording,
): PrintedField | null {
  if (!identifier) return null;
  const { kind, value } = identifier;
  const isForeign = party !== null && party.country.toUpperCase() !== 'RO' && kind !== 'personalNumber';
  return factField(`${who} tax number`, isForeign ? labels.foreign[kind] : labels[kind], value);
}

function address(who: string, party: Party, wording: Wording): PrintedText[] {
  const place = placeTexts(party, wording);
  return party.address ? [fact(`${who} address`, party.address), ...place] : place;
}

/** What an address has after the street: postal code, city, county; country, which is omitted in Romania on documents in Romanian. */
export function placeTexts(
  { city, county, postalCode, country }: Pick<Party, 'city' | 'county' | 'postalCode' | 'country'>,
  { labels, format }: Wording,
): PrintedText[] {
  const place = [postalCode, city].filter(Boolean).join(' ');
  const region = county === city ? null : county;
  const isAbroad = country.toUpperCase() !== 'RO' || labels.language !== 'ro';
  return [[place, region].filter(Boolean).join(', '), isAbroad ? format.country(country) : '']
    .filter(text => text !== '')
    .map(text => ({ text }));
}
