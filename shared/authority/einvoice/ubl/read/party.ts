import type { XmlElement } from '../../xml/node.ts';
import { all, at, codeAt, dateAt, identifierAt, requiredText, textAt } from './values.ts';
import type { ReadAddress, ReadDelivery, ReadInvoice, ReadParty } from './model.ts';

/** BG-4, BG-7: seller or buyer. @throws {XmlError} without a name */
export function readParty(party: XmlElement): ReadParty {
  const { vatId, taxId } = taxNumbers(party);
  const legal = at(party, 'cac:PartyLegalEntity');
  const tradingName = textAt(party, 'cac:PartyName', 'cbc:Name');
  return {
    // EN 16931 requires the registered name; documents of other specifications may have only the trading name.
    name: textAt(legal, 'cbc:RegistrationName') ?? requiredText(party, 'cac:PartyName', 'cbc:Name'),
    tradingName,
    identifiers: all(party, 'cac:PartyIdentification').flatMap(each => identifierAt(each, 'cbc:ID') ?? []),
    legalId: identifierAt(legal, 'cbc:CompanyID'),
    vatId,
    taxId,
    legalForm: textAt(legal, 'cbc:CompanyLegalForm'),
    endpoint: identifierAt(party, 'cbc:EndpointID'),
    address: readAddress(at(party, 'cac:PostalAddress')),
    contact: {
      name: textAt(party, 'cac:Contact', 'cbc:Name'),
      phone: textAt(party, 'cac:Contact', 'cbc:Telephone'),
      email: textAt(party, 'cac:Contact', 'cbc:ElectronicMail'),
    },
  };
}

/** BT-31 and BT-32 (seller) or BT-48 (buyer): the number with the tax scheme `VAT`, and the first with another scheme. */
function taxNumbers(party: XmlElement): { vatId: string | null; taxId: string | null } {
  let vatId: string | null = null;
  let taxId: string | null = null;
  for (const scheme of all(party, 'cac:PartyTaxScheme')) {
    const number = textAt(scheme, 'cbc:CompanyID');
    if (codeAt(scheme, 'cac:TaxScheme', 'cbc:ID') === 'VAT') vatId ??= number;
    else taxId ??= number;
  }
  return { vatId, taxId };
}

export const readAddress = (address: XmlElement | undefined): ReadAddress => ({
  streets: [
    textAt(address, 'cbc:StreetName'),
    textAt(address, 'cbc:AdditionalStreetName'),
    textAt(address, 'cac:AddressLine', 'cbc:Line'),
  ].filter(line => line !== null),
  city: textAt(address, 'cbc:CityName'),
  postalZone: textAt(address, 'cbc:PostalZone'),
  subdivision: textAt(address, 'cbc:CountrySubentity'),
  country: codeAt(address, 'cac:Country', 'cbc:IdentificationCode'),
});

/** BG-10. A payee without a name is left out, because EN 16931 requires one. */
export function readPayee(payee: XmlElement | undefined): ReadInvoice['payee'] {
  const name = textAt(payee, 'cac:PartyName', 'cbc:Name');
  if (name === null) return null;
  return {
    name,
    identifier: textAt(payee, 'cac:PartyIdentification', 'cbc:ID'),
    legalIdentifier: textAt(payee, 'cac:PartyLegalEntity', 'cbc:CompanyID'),
  };
}

/** BG-11. A representative without a name is left out, because EN 16931 requires one. */
export function readTaxRepresentative(party: XmlElement | undefined): ReadInvoice['taxRepresentative'] {
  const name = textAt(party, 'cac:PartyName', 'cbc:Name');
  if (!party || name === null) return null;
  return { name, vatId: taxNumbers(party).vatId, address: readAddress(at(party, 'cac:PostalAddress')) };
}

/** BG-13 */
export function readDelivery(delivery: XmlElement | undefined): ReadDelivery | null {
  if (!delivery) return null;
  const location = at(delivery, 'cac:DeliveryLocation');
  const address = at(location, 'cac:Address');
  return {
    name: textAt(delivery, 'cac:DeliveryParty', 'cac:PartyName', 'cbc:Name'),
    location: identifierAt(location, 'cbc:ID'),
    date: dateAt(delivery, 'cbc:ActualDeliveryDate'),
    address: address ? readAddress(address) : null,
  };
}
