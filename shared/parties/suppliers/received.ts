import type { Seller } from '../../model/party.ts';
import { createWrites } from '../../store/listed.ts';
import type { CompanyId } from '../../store/table.ts';
import { update, type Write } from '../../store/transact.ts';
import { blankSupplier } from './rules.ts';
import { type Supplier, supplierKey, suppliers, type SupplierStats } from './store.ts';

/** What a received document makes of its supplier. Its writes are part of the transaction that stores the document. */

/** A supplier as the first document of it states it. Pure. */
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

/** The writes of a new supplier with its first document. Fails with `ConditionFailed` when another one takes the tax number first. */
export const newSupplierWrites = (company: CompanyId, supplier: Supplier, first: SupplierStats): Write[] =>
  createWrites({ ...suppliers, newStats: first }, company, supplier);

/**
 * Counts one more document of a known supplier. Its data stay as users left them, and so does its version: editing a supplier and
 * receiving from it do not refuse each other. Fails with `ConditionFailed` when it was removed meanwhile.
 */
export const countSupplierDocument = (
  company: CompanyId,
  id: string,
  { invoices, expensesCents }: SupplierStats,
  at: string,
): Write =>
  update(supplierKey(company, id), {
    expression:
      'SET #row.#stats.invoices = #row.#stats.invoices + :by, #row.#stats.expensesCents = #row.#stats.expensesCents + :cents, ' +
      '#data.lastSyncedAt = :at, #row.#record.lastSyncedAt = :at',
    names: { '#row': 'row', '#stats': 'stats', '#data': 'data', '#record': 'record' },
    values: { ':by': invoices, ':cents': expensesCents, ':at': at, ':none': null },
    condition: '#data.deletedAt = :none',
  });
