import { randomInt } from 'node:crypto';
import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { invoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { storeReceived } from '#shared/documents/invoices/received/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { call, connect } from '../invoices.ts';
import { keyWith } from '../members.ts';
import type { Scope, Service } from '../service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Companies that receive invoices through the tax authority's simulator. */

export interface Receiver extends Scope {
  cif: string;
}

/**
 * A company that is connected to the authority, with a tax id of its own.
 *
 * @param lasting with an API key, which does not expire when the clock is set forward
 */
export async function newReceiver(service: Service, { lasting = false } = {}): Promise<Receiver> {
  const cif = String(randomInt(10_000_000, 99_999_999));
  const user = await service.newUser();
  const scope = await service.newCompany(user, { cif, vatCode: `RO${cif}` });
  await connect(service, scope);
  return { ...scope, cif, ...(lasting && { token: await keyWith(service, user, PERMISSIONS) }) };
}

/**
 * Puts a document of a supplier into the company's list at the authority.
 *
 * @param raw deliver it unchecked, even if the authority would reject it
 * @returns the authority's id of the message
 */
export async function deliver(
  service: Service,
  { cif }: Receiver,
  xml: string | Uint8Array,
  { raw = false } = {},
): Promise<string> {
  const content = typeof xml === 'string' ? { xml } : { base64: Buffer.from(xml).toString('base64') };
  const document = raw ? { ...content, raw } : content;
  const sent = service.api('POST', '/_local/taxauth/inbox', { body: { cif, ...document } });
  return (await expecting<{ messageId: string }>(201, 'A document in the inbox', sent)).messageId;
}

/** A document in a list. */
export interface Listed {
  id: string;
  number: string;
  status: string;
  direction: string;
  isCreditNote: boolean;
  total: number;
  supplier: { id: string; name: string; cif: string };
}

/** The company's documents. */
export const listedBy = async (service: Service, scope: Scope, query = ''): Promise<Listed[]> =>
  (await call<{ data: Listed[] }>(service, scope, 'GET', `/invoices?${query}`)).body.data;

/** A received document in the table, as a run stores it, without its files. @returns its id */
export const received = ({ company }: Scope, overrides: Partial<SupplierInvoice> = {}): Promise<string> =>
  stored(company, 'incoming', cif => ({ buyer: cif, ...overrides }));

/** A document in the table that another program has sent in the company's name. @param client tax number. @returns its id */
export const sentElsewhere = ({ company }: Scope, client: string, overrides: Partial<SupplierInvoice> = {}): Promise<string> =>
  stored(company, 'outgoing', cif => ({ seller: cif, buyer: client, ...overrides }));

async function stored(
  company: CompanyId,
  direction: 'incoming' | 'outgoing',
  partsOf: (cif: string) => Partial<SupplierInvoice>,
): Promise<string> {
  const record = await readCompany(company);
  if (!record) throw new Error(`There is no company ${company}.`);
  const uploadIndex = String(randomInt(1_000_000_000, 9_000_000_000));
  const delivery = {
    ...{ direction, uploadIndex, deliveredAt: instant(), xmlPath: `companies/${company}/none.xml` },
    received: { messageId: uploadIndex, archivePath: `companies/${company}/none.zip` },
  };
  const xml = supplierInvoice({ number: `F-${uploadIndex}`, ...partsOf(record.cif) });
  return (await storeReceived(record, invoiceContent(readUbl(xml)), delivery, () => [])).id;
}

/** Triggers a run and waits until it has ended. */
export async function synchronize(service: Service, scope: Scope, body: object = {}): Promise<string> {
  const sent = service.api('POST', '/api/v1/sync/trigger', { token: scope.token, company: scope.company, body });
  const { syncId } = await expecting<{ syncId: string }>(202, 'Triggering', sent);
  await service.idle();
  return syncId;
}

/** A supplier's invoice: EN 16931 with one line, in the smallest form that CIUS-RO accepts. */
export function supplierInvoice(overrides: Partial<SupplierInvoice> = {}): string {
  const { root, number, issueDate, seller, name, buyer, net, vat, extra, type, names } = { ...DEFAULTS, ...overrides };
  const isCredit = root === 'CreditNote';
  const total = (Number(net) + Number(vat)).toFixed(2);
  const money = (tag: string, value: string) => `<cbc:${tag} currencyID="RON">${value}</cbc:${tag}>`;
  const party = (role: string, label: string, cif: string) => `<cac:${role}><cac:Party>
    <cac:PostalAddress><cbc:StreetName>Str. Lungă 1</cbc:StreetName><cbc:CityName>Cluj-Napoca</cbc:CityName>
      <cbc:CountrySubentity>RO-CJ</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>RO${cif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${label}</cbc:RegistrationName><cbc:CompanyID>J12/1/2020</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:${role}>`;
  const category = '<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>${issueDate}</cbc:IssueDate>${isCredit ? '' : '<cbc:DueDate>2026-12-31</cbc:DueDate>'}
  <cbc:${root}TypeCode>${type ?? (isCredit ? '381' : '380')}</cbc:${root}TypeCode><cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>
  ${names ? billingReference(names) : ''}${party('AccountingSupplierParty', name, seller)}${party('AccountingCustomerParty', 'Cumpărător SRL', buyer)}
  <cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>RO49AAAA1B31007593840000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  <cac:TaxTotal>${money('TaxAmount', vat)}<cac:TaxSubtotal>${money('TaxableAmount', net)}${money('TaxAmount', vat)}
    <cac:TaxCategory>${category}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>${money('LineExtensionAmount', net)}${money('TaxExclusiveAmount', net)}${money('TaxInclusiveAmount', total)}
    ${money('PayableAmount', total)}</cac:LegalMonetaryTotal>
  <cac:${root}Line><cbc:ID>1</cbc:ID><cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity unitCode="HUR">${Number(net) < 0 ? -1 : 1}</cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity>
    ${money('LineExtensionAmount', net)}<cac:Item><cbc:Name>Reparații</cbc:Name><cac:ClassifiedTaxCategory>${category}</cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price>${money('PriceAmount', String(Math.abs(Number(net))))}</cac:Price></cac:${root}Line>${extra}
</${root}>`;
}

const billingReference = ({ number, issueDate }: { number: string; issueDate?: string }): string =>
  `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${number}</cbc:ID>${
    issueDate ? `<cbc:IssueDate>${issueDate}</cbc:IssueDate>` : ''
  }</cac:InvoiceDocumentReference></cac:BillingReference>`;

interface SupplierInvoice {
  root: 'Invoice' | 'CreditNote';
  number: string;
  issueDate: string;
  /** Tax ids without RO. */
  seller: string;
  name: string;
  buyer: string;
  net: string;
  vat: string;
  type?: string;
  /** The earlier invoice that it names. */
  names?: { number: string; issueDate?: string };
  /** XML to append at the end, which the schema does not allow. */
  extra: string;
}

const DEFAULTS: SupplierInvoice = {
  root: 'Invoice',
  number: 'F-1',
  issueDate: '2026-11-20',
  seller: '12345674',
  name: 'Furnizor SRL',
  buyer: '40123452',
  net: '100.00',
  vat: '21.00',
  extra: '',
};
