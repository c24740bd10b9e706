import { einvoiceAddress } from '../../addresses.ts';
import { customerIdentifiers, customerOf, isSelfBilled, supplierIdentifiers, supplierOf } from '../../../model/roles.ts';
import { address } from './address.ts';
import { element, text, type Xml } from '../../../kernel/xml.ts';
import type { Identifiers } from '../../../model/identifiers.ts';
import type { InvoiceDocument } from '../../../model/invoice.ts';
import type { Party, Seller } from '../../../model/party.ts';

/** Any scheme that is not `VAT` makes the number a tax registration (BT-32) instead of a VAT identifier (BT-31). */
const NOT_VAT = '!= VAT';

/** BG-4: the seller. */
export function sellerParty(document: InvoiceDocument): Xml {
  const seller = supplierOf(document);
  const stated = supplierIdentifiers(document);
  if (seller === null || stated === null) return '';
  const identifiers = allowed(stated, document);
  return element(
    'cac:AccountingSupplierParty',
    party(
      seller,
      identifiers,
      text('cbc:CompanyLegalForm', legalInformation(seller)), // BT-33
      // Who issues a self-billed invoice is a person of the buyer's.
      isSelfBilled(document) ? buyerContact(seller) : contact(document.issuerName, seller), // BG-6
    ),
  );
}

/** BG-7: the buyer. Its trade-register number has no place in the model (UBL-CR-244). */
export function buyerParty(document: InvoiceDocument): Xml {
  const buyer = customerOf(document);
  const stated = customerIdentifiers(document);
  if (buyer === null || stated === null) return '';
  const contactGroup = isSelfBilled(document) ? contact(document.issuerName, buyer) : buyerContact(buyer);
  return element('cac:AccountingCustomerParty', party(buyer, allowed(stated, document), '', contactGroup));
}

/** BG-10: the payee, when it is not the seller (BR-17, UBL-SR-19). */
export function payeeParty(document: InvoiceDocument): Xml {
  const name = document.payeeName?.trim();
  if (!name || name === supplierOf(document)?.name.trim()) return '';
  return element(
    'cac:PayeeParty',
    element('cac:PartyIdentification', text('cbc:ID', document.payeeIdentifier)), // BT-60
    element('cac:PartyName', text('cbc:Name', name)), // BT-59
    element('cac:PartyLegalEntity', text('cbc:CompanyID', document.payeeLegalRegistrationIdentifier)), // BT-61
  );
}

const party = (value: Party, identifiers: Identifiers, legalForm: Xml, contactGroup: Xml): Xml =>
  element(
    'cac:Party',
    address('cac:PostalAddress', einvoiceAddress(value)), // BG-5, BG-8
    taxScheme(identifiers.vat, 'VAT'), // BT-31, BT-48
    taxScheme(identifiers.tax, NOT_VAT), // BT-32
    element(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', value.name), // BT-27, BT-44
      text('cbc:CompanyID', identifiers.legal), // BT-30, BT-47
      legalForm,
    ),
    contactGroup,
  );

const taxScheme = (number: string | null, scheme: string): Xml =>
  number === null
    ? ''
    : element('cac:PartyTaxScheme', text('cbc:CompanyID', number), element('cac:TaxScheme', text('cbc:ID', scheme)));

/** BG-6, BG-9 */
const contact = (name: string | null, { phone, email }: Party): Xml =>
  element(
    'cac:Contact',
    text('cbc:Name', name), // BT-41
    text('cbc:Telephone', phone), // BT-42, BT-57
    text('cbc:ElectronicMail', email), // BT-43, BT-58
  );

/** An invoice to a natural person needs no contact, so their phone and e-mail stay with the seller. */
const buyerContact = (client: Party): Xml => (client.type === 'individual' ? '' : contact(null, client));

/** What a Romanian company must show about itself besides its tax number. */
const legalInformation = ({ registrationNumber, capitalSocial }: Seller): string =>
  [registrationNumber?.trim(), capitalSocial?.trim() && `Capital social: ${capitalSocial.trim()}`].filter(Boolean).join(', ');

/** Under category O neither side may state a VAT identifier (BR-O-02 to 04); a Romanian number stays as tax and legal registration. */
function allowed(identifiers: Identifiers, document: InvoiceDocument): Identifiers {
  if (!isOutsideVat(document)) return identifiers;
  return { ...identifiers, vat: null, tax: identifiers.tax ?? (identifiers.vat?.startsWith('RO') ? identifiers.legal : null) };
}

function isOutsideVat(document: InvoiceDocument): boolean {
  const adjustments = document.ublExtensions?.allowanceCharges ?? [];
  return document.lines.some(line => line.vatCategoryCode === 'O') || adjustments.some(entry => entry.taxCategoryCode === 'O');
}
