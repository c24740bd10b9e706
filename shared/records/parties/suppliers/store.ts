import { conflict } from '#shared/base/kernel/errors.ts';
import type { FiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import { findUnique, type ListedArea, type ListedRow, readListed, recordKey } from '#shared/platform/store/listed.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';
import { comparedCui } from '../clients/store.ts';

/**
 * A supplier: the seller on a company's received documents (REC-29 to REC-36). Item `C#<company>` / `SUPPLIER#<id>`.
 */
export interface Supplier {
  id: string;
  version: number;
  name: string;
  /** Tax number as entered or received: digits, optionally with a country prefix. */
  cui: string | null;
  /** With country prefix. */
  vatCode: string | null;
  isVatPayer: boolean;
  registrationNumber: string | null;
  address: string | null;
  city: string | null;
  county: string | null;
  postalCode: string | null;
  country: string;
  email: string | null;
  phone: string | null;
  bankName: string | null;
  bankAccount: string | null;
  notes: string | null;
  /** `taxauth`: created from a document that the tax authority delivered. */
  source: 'manual' | 'taxauth' | 'import';
  /** When a document of the supplier was last received. */
  lastSyncedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * Statistics of a supplier, updated in the transactions that change its documents (`countSupplierDocument`). The totals of the e-invoices are
 * absent on rows that are older than them.
 */
export interface SupplierStats extends Partial<FiscalCents> {
  /** Number of received invoices, without credit notes. */
  invoices: number;
  /** Total of invoices and (negative) credit notes in the company's currency, in cents. */
  expensesCents: number;
}

export type SupplierRow = ListedRow<Supplier, SupplierStats>;

/** How suppliers are stored (store/listed.ts): `cui` is unique in a company. */
export const suppliers: ListedArea<Supplier, SupplierStats> = {
  what: 'Supplier',
  kind: 'supplier',
  counted: 'SUPPLIER',
  newStats: { invoices: 0, expensesCents: 0 },
  uniqueValue: supplier => (supplier.cui === null ? null : comparedCui(supplier.cui)),
  taken: () => conflict('Another supplier has this tax number.', { reason: 'cui_taken' }),
};

export const supplierKey = (company: CompanyId, id: string): Key => recordKey(suppliers, company, id);

/** The stored item of a supplier that is not deleted. */
export const readSupplierItem = (company: CompanyId, id: string) => readListed<Supplier, SupplierStats>(suppliers, company, id);

/** A supplier that is not deleted. One read. */
export const readSupplier = async (company: CompanyId, id: string): Promise<Supplier | undefined> =>
  (await readSupplierItem(company, id))?.row.record;

/** The supplier with a tax number, if there is one. */
export const findSupplierByCui = (company: CompanyId, cui: string): Promise<Supplier | undefined> =>
  findUnique<Supplier, SupplierStats>(suppliers, company, comparedCui(cui));
