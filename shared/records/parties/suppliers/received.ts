import type { Seller } from '#shared/model/party.ts';
import { createWrites, statsAddition } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { blankSupplier } from './rules.ts';
import { type Supplier, supplierKey, suppliers, type SupplierStats } from './store.ts';

/** Creates and updates suppliers from received documents, in the transaction that stores the document. */

/** A new supplier with the data of its first received document. Pure. */
export const supplierFrom = (seller: Seller, id: string, at: string): Supplier => ({
  ...blankSupplier(id, seller.name, 'taxauth', at),
  cui: seller.cif,
  vatCode: seller.vatCode,
  isVatPayer: seller.isVatPayer,
  registrationNumber: seller.registrationNumber,
  address: seller.address,
  city: seller.city,
  county: seller.county,
  postalCode: seller.postalCode,
  country: seller.country,
  email: seller.email,
  phone: seller.phone,
  bankName: seller.bankName,
  bankAccount: seller.iban,
  lastSyncedAt: at,
});

/**
 * The writes of a new supplier. The transaction fails with `ConditionFailed` when another supplier has taken the tax number
 * meanwhile.
 *
 * @param first the statistics with the first document
 */
export const newSupplierWrites = (company: CompanyId, supplier: Supplier, first: SupplierStats): Write[] =>
  createWrites({ ...suppliers, newStats: first }, company, supplier);

/**
 * The write that counts another document of an existing supplier. It changes neither the supplier's data, which users may have
 * edited, nor its version, so that editing a supplier and receiving a document do not conflict. The transaction fails with
 * `ConditionFailed` when the supplier was deleted meanwhile.
 *
 * @param at when the document was received; undefined: it was not, but entered by hand
 */
export function countSupplierDocument(company: CompanyId, id: string, added: SupplierStats, at?: string): Write {
  const { sets, names, values } = statsAddition(added);
  return update(supplierKey(company, id), {
    expression: `SET ${[...sets, ...(at === undefined ? [] : ['#row.#record.lastSyncedAt = :at'])].join(', ')}`,
    names: { ...names, '#row': 'row', '#record': 'record' },
    values: { ...values, ...(at !== undefined && { ':at': at }), ':none': null },
    condition: '#row.#record.deletedAt = :none',
  });
}
