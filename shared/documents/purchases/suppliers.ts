import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { supplierFrom } from '#shared/records/parties/suppliers/received.ts';
import type { Supplier } from '#shared/records/parties/suppliers/store.ts';

/** A record for a supplier that has none; undefined without a tax number, by which it could be found again. */
export const newSupplierOf = ({ seller }: InvoiceDocument, id: string, at: string): Supplier | undefined =>
  seller.cif === null ? undefined : { ...supplierFrom(seller, id, at), source: 'manual', lastSyncedAt: null };
