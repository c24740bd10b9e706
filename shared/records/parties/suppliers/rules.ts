import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { SupplierChange, SupplierInput } from './input.ts';
import type { Supplier } from './store.ts';

/** Rules for supplier records (REC-29 to REC-36). Pure. */

/** A supplier with only its name set. */
export const blankSupplier = (id: string, name: string, source: Supplier['source'], at: string): Supplier => ({
  id,
  version: 1,
  name,
  cui: null,
  vatCode: null,
  isVatPayer: false,
  registrationNumber: null,
  address: null,
  city: null,
  county: null,
  postalCode: null,
  country: 'RO',
  email: null,
  phone: null,
  bankName: null,
  bankAccount: null,
  notes: null,
  source,
  lastSyncedAt: null,
  deletedAt: null,
  createdAt: at,
  updatedAt: at,
});

/** A supplier that a user adds. */
export const newSupplier = (input: SupplierInput, id: string, at: string): Supplier =>
  patched(blankSupplier(id, input.name, 'manual', at), input);

/** The fields that received documents determine, for a supplier that was created from one. */
const STATED_BY_DOCUMENTS = ['name', 'cui', 'vatCode', 'isVatPayer', 'registrationNumber'] as const;

/** @throws 422 for a change of fields that the supplier's documents determine */
export function refuseStatedFields(supplier: Supplier, change: SupplierChange): void {
  if (supplier.source === 'manual') return;
  const errors: FieldErrors = {};
  for (const field of STATED_BY_DOCUMENTS)
    if (change[field] !== undefined)
      errors[field] = ['cannot be changed: it is what the invoices of the supplier state; leave it out'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
