import { einvoiceAddress } from '../../addresses.ts';
import { customerIdentifiers, customerOf, isSelfBilled, supplierIdentifiers, supplierOf } from '#shared/model/roles.ts';
import { address } from './address.ts';
import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { Identifiers } from '#shared/model/identifiers.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Party, Seller } from '#shared/model/party.ts';

/** The tax scheme of tax registrations (BT-32); any scheme except `VAT`, which marks VAT identifiers (BT-31), is allowed. */
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
      // The issuer of a self-billed invoice is a contact person of the buyer.
      isSelfBilled(document) ? buyerContact(seller) : contact(document.issuerName, seller), // BG-6
    ),
  );
}

/** BG-7: the buyer. Its trade-register number is not written: CompanyLegalForm is for sellers only (UBL-CR-244). */
export function buyerParty(document: InvoiceDocument): Xml {
  const buyer = customerOf(document);
  const stated = customerIdentifiers(document);
  if (buyer === null || stated === null) return '';
  const contactGroup = isSelfBilled(document) ? contact(document.issuerName, buyer) : buyerContact(buyer);
  return element('cac:AccountingCustomerParty', party(buyer, allowed(stated, document), '', contactGroup));
}

/** BG-10: the payee, if it is not the seller (BR-17, UBL-SR-19). */
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

/** BG-9. It is optional, so phone and e-mail of a natural person are not sent to the authority. */
const buyerContact = (client: Party): Xml => (client.type === 'individual' ? '' : contact(null, client));

/** BT-33: trade-register number and share capital, which a Romanian company must state besides its tax number. */
const legalInformation = ({ registrationNumber, capitalSocial }: Seller): string =>
  [registrationNumber?.trim(), capitalSocial?.trim() && `Capital social: ${capitalSocial.trim()}`].filter(Boolean).join(', ');

/**
 * Removes the VAT identifiers, which category O forbids for both parties (BR-O-02 to BR-O-04). A Romanian number is still written
 * as tax registration and legal registration.
 */
function allowed(identifiers: Identifiers, document: InvoiceDocument): Identifiers {
  if (!isOutsideVat(document)) return identifiers;
  return { ...identifiers, vat: null, tax: identifiers.tax ?? (identifiers.vat?.startsWith('RO') ? identifiers.legal : null) };
}

function isOutsideVat(document: InvoiceDocument): boolean {
  const adjustments = document.ublExtensions?.allowanceCharges ?? [];
  return document.lines.some(line => line.vatCategoryCode === 'O') || adjustments.some(entry => entry.taxCategoryCode === 'O');
}
