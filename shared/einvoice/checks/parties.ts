import { einvoiceAddress, lacksCounty, lacksSector, type EinvoiceAddress } from '../addresses.ts';
import { COUNTRIES } from '../codes/lists.ts';
import { buyerIdentifiers, sellerIdentifiers } from '../identifiers.ts';
import { deliveryAddress } from '../ubl/delivery.ts';
import { isCreditNoteXml } from '../ubl/figures.ts';
import { when, type Finding } from './finding.ts';
import type { InvoiceDocument } from '../../invoices/model.ts';

/** Where the buyer's data come from in the request. */
export const buyerField = (document: InvoiceDocument): string => (document.client?.id ? 'clientId' : 'receiverName');

/** Seller, buyer, payee and delivery address: what CIUS-RO asks of each. */
export const partyFindings = (document: InvoiceDocument): Finding[] => [
  ...sellerFindings(document),
  ...buyerFindings(document),
  ...payeeFindings(document),
  ...deliveryFindings(document),
];

function sellerFindings(document: InvoiceDocument): Finding[] {
  const { seller } = document;
  const { vat, tax } = sellerIdentifiers(seller, document);
  return [
    ...when(!seller.name.trim(), 'BR-06', null, "Set the company's name."),
    ...addressFindings(einvoiceAddress(seller), null, "the company's", {
      street: 'BR-RO-081',
      city: 'BR-RO-091',
      county: 'BR-RO-110',
      sector: 'BR-RO-100',
    }),
    ...when(!vat && !tax, 'BR-RO-065', null, "Set the company's tax number (cif)."),
    ...when(!vat && uses(document, 'K'), 'BR-IC-02', null, 'Intra-community supply (K) needs a company registered for VAT.'),
    ...when(!vat && uses(document, 'G'), 'BR-G-02', null, 'Export (G) needs a company registered for VAT.'),
  ];
}

function buyerFindings(document: InvoiceDocument): Finding[] {
  const field = buyerField(document);
  const { client } = document;
  if (client === null) return [{ rule: 'BR-07', field: 'clientId', message: 'State the buyer: clientId, or receiverName.' }];
  const { vat, legal } = buyerIdentifiers(client);
  return [
    ...when(!client.name.trim(), 'BR-07', field, "Set the buyer's name."),
    ...addressFindings(einvoiceAddress(client), field, "the buyer's", {
      street: 'BR-RO-082',
      city: 'BR-RO-092',
      county: 'BR-RO-111',
      sector: 'BR-RO-101',
    }),
    ...when(!vat && !legal, 'BR-RO-120', field, "Set the buyer's tax number; for a natural person set its type to individual."),
    ...when(!vat && uses(document, 'K'), 'BR-IC-02', field, "Intra-community supply (K) needs the buyer's VAT code."),
  ];
}

interface AddressRules {
  street: string;
  city: string;
  county: string;
  sector: string;
}

function addressFindings(address: EinvoiceAddress, field: string | null, whose: string, rules: AddressRules): Finding[] {
  return [
    ...when(!COUNTRIES.has(address.country), 'BR-CL-14', field, `Set ${whose} country to an ISO 3166-1 code, such as RO.`),
    ...when(!address.street, rules.street, field, `Set ${whose} address (street and number).`),
    ...when(!address.city, rules.city, field, `Set ${whose} city.`),
    ...when(
      lacksCounty(address),
      rules.county,
      field,
      `Set ${whose} county to the name or ISO 3166-2:RO code of a Romanian county, such as Cluj or RO-CJ.`,
    ),
    ...when(
      lacksSector(address) && !!address.city,
      rules.sector,
      field,
      `In Bucharest name the sector in ${whose} city or address, such as "Sector 3".`,
    ),
  ];
}

/** BG-10: identifiers of a payee without its name cannot be written (BR-17). */
function payeeFindings(document: InvoiceDocument): Finding[] {
  const identified = document.payeeIdentifier ?? document.payeeLegalRegistrationIdentifier;
  return when(
    !!identified && !document.payeeName?.trim(),
    'BR-17',
    'payeeName',
    "State the payee's name beside its identifiers.",
  );
}

/** BG-15: once an address is given it must be whole. The authority asks it of invoices; of credit notes the country alone. */
function deliveryFindings(document: InvoiceDocument): Finding[] {
  const address = deliveryAddress(document);
  const path = 'ublExtensions.delivery.deliveryAddress';
  if (address === null) {
    return when(
      uses(document, 'K'),
      'BR-IC-12',
      path,
      'Intra-community supply (K) needs the delivery address with its countryCode.',
    );
  }
  const country = when(
    !COUNTRIES.has(address.country),
    'BR-57',
    `${path}.countryCode`,
    'State the ISO 3166-1 code of the country.',
  );
  if (isCreditNoteXml(document)) return country;
  return [
    ...country,
    ...when(!address.street, 'BR-RO-180', `${path}.streetName`, 'State the street of the delivery address.'),
    ...when(!address.city, 'BR-RO-201', `${path}.cityName`, 'State the city of the delivery address.'),
    ...when(!address.subdivision, 'BR-RO-211', `${path}.countrySubentity`, 'State the county or region of the delivery address.'),
    ...when(
      lacksCounty(address) && !!address.subdivision,
      'BR-RO-212',
      `${path}.countrySubentity`,
      'State a Romanian county by name or ISO 3166-2:RO code, such as Cluj or RO-CJ.',
    ),
    ...when(
      lacksSector(address) && !!address.city,
      'BR-RO-202',
      `${path}.cityName`,
      'In Bucharest name the sector, such as "Sector 3".',
    ),
  ];
}

const uses = (document: InvoiceDocument, category: string): boolean =>
  document.lines.some(line => line.vatCategoryCode === category) ||
  (document.ublExtensions?.allowanceCharges ?? []).some(entry => entry.taxCategoryCode === category);
