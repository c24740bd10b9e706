import { readPublished } from '#shared/documents/common/drafting-context.ts';
import { readNumber, type ReceivedNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { found, invalidFields } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { PublishedRate, PublishedRates } from '#shared/model/exchange-rate.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Seller } from '#shared/model/party.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import { findSupplierByCui, readSupplier, type Supplier } from '#shared/records/parties/suppliers/store.ts';
import type { PurchaseBody, PurchaseSupplierBody } from './input.ts';

/** What a purchase is made from, besides its request. */
export interface PurchaseContext {
  seller: Seller;
  /** Its record; undefined: there is none yet. */
  supplier: Supplier | undefined;
  /** The entry of its number in the register of received documents. */
  own: ReceivedNumber;
  published: PublishedRates | undefined;
  /** The rate of the euro for a receipt. */
  euro: PublishedRate | undefined;
}

/** The day of the tax point, as far as the request states it: of an import that of the customs document (Fiscal Code, art. 285). */
export const statedTaxPoint = ({ kind, taxPointDate, customs }: PurchaseBody): string | null =>
  taxPointDate ?? (kind === 'import' && customs ? customs.date : null);

/**
 * Reads the supplier and the rates, then the number. Two parallel round trips.
 *
 * @throws 404 for a supplier that the company does not have; 422 without its name
 */
export async function readPurchaseContext(company: CompanyId, body: PurchaseBody): Promise<PurchaseContext> {
  const { issueDate } = body;
  const taxPointDate = statedTaxPoint(body);
  const [supplier, published, euro] = await Promise.all([
    supplierOf(company, body.supplier),
    readPublished({ currency: body.currency, issueDate, taxPointDate }),
    body.kind === 'receipt' ? rateBefore(taxPointDate ?? issueDate, 'EUR') : undefined,
  ]);
  const seller = sellerOf(body.supplier, supplier);
  return { seller, supplier, own: await readPurchaseNumber(company, { seller, number: body.number }), published, euro };
}

/** The register entry of a number. A supplier without tax number is known by its name. */
export const readPurchaseNumber = (
  company: CompanyId,
  { seller, number }: { seller: Pick<Invoice['seller'], 'cif' | 'name'>; number: string },
): Promise<ReceivedNumber> =>
  readNumber(company, { direction: 'incoming', partner: seller.cif ?? sha256(seller.name.toLowerCase()), number });

async function supplierOf(company: CompanyId, { id, cif, vatCode }: PurchaseSupplierBody): Promise<Supplier | undefined> {
  if (id) return found(await readSupplier(company, id), 'Supplier');
  const number = cif ?? vatCode;
  return number ? findSupplierByCui(company, number) : undefined;
}

/** The supplier as the document states it: what the request has, the rest from its record. @throws 422 without a name */
function sellerOf(body: PurchaseSupplierBody, record: Supplier | undefined): Seller {
  const name = body.name ?? record?.name;
  if (!name) throw invalidFields({ 'supplier.name': ['is required, or supplier.id of a supplier of the company'] });
  const vatCode = body.vatCode ?? record?.vatCode ?? null;
  const cif = record?.cui ?? body.cif ?? vatCode;
  const country = body.country ?? record?.country ?? 'RO';
  return {
    ...{ id: record?.id ?? null, type: 'company', name, cif, cnp: null, vatCode, country },
    isVatPayer: vatCode !== null || (record?.isVatPayer ?? false),
    registrationNumber: record?.registrationNumber ?? null,
    address: body.address ?? record?.address ?? null,
    city: body.city ?? record?.city ?? null,
    county: record?.county ?? null,
    postalCode: record?.postalCode ?? null,
    email: record?.email ?? null,
    phone: record?.phone ?? null,
    ...{ capitalSocial: null, website: null, iban: record?.bankAccount ?? null, bankName: record?.bankName ?? null },
  };
}
