import type * as z from 'zod';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { grouped } from '#shared/base/kernel/collate.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import type { CreatedSupplier } from './create.ts';
import type { Supplier, SupplierRow } from './store.ts';
import type { createdSupplierSchema, existingSupplierSchema, listedSupplierSchema, supplierSchema } from './schema.ts';

export function presentSupplier(supplier: Supplier): z.infer<typeof supplierSchema> {
  return {
    ...presentRecord(supplier),
    name: supplier.name,
    cui: supplier.cui,
    cif: supplier.cui,
    vatCode: supplier.vatCode,
    isVatPayer: supplier.isVatPayer,
    registrationNumber: supplier.registrationNumber,
    address: supplier.address,
    city: supplier.city,
    county: supplier.county,
    country: supplier.country,
    postalCode: supplier.postalCode,
    email: supplier.email,
    phone: supplier.phone,
    bankName: supplier.bankName,
    bankAccount: supplier.bankAccount,
    notes: supplier.notes,
    source: supplier.source,
    lastSyncedAt: presentInstantOrNull(supplier.lastSyncedAt),
  };
}

const presentListedSupplier = ({ record, stats }: SupplierRow): z.infer<typeof listedSupplierSchema> => ({
  ...presentSupplier(record),
  invoiceCount: stats.invoices,
  totalExpenses: stats.expensesCents / 100,
});

/** The answer to a creation: the new supplier, or the existing one with the same tax number. */
export const presentCreatedSupplier = ({
  supplier,
  existing,
}: CreatedSupplier): z.infer<typeof createdSupplierSchema> | z.infer<typeof existingSupplierSchema> =>
  existing ? { supplier: presentSupplier(supplier), existing } : { supplier: presentSupplier(supplier) };

/** A page of the list, grouped by first letter. Pages are counted before grouping. */
export const presentSupplierPage = (found: { rows: SupplierRow[]; total: number; page: number; limit: number }) => ({
  ...pageOf([], found.total, found),
  data: grouped(found.rows.map(presentListedSupplier), supplier => supplier.name),
});
