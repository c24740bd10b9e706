import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { centsInLei, fiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import { countSupplierDocument, newSupplierWrites } from '#shared/records/parties/suppliers/received.ts';
import { readSupplier, type Supplier, type SupplierStats } from '#shared/records/parties/suppliers/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** What received documents and purchases add to the statistics of their suppliers, in the transactions of these. */

type Stats = Required<SupplierStats>;

/** What a document adds: a credit note lowers the expenses and is not counted as an invoice. */
export const statsOf = (document: InvoiceDocument): Stats => ({
  invoices: document.isCreditNote ? 0 : 1,
  expensesCents: centsInLei(document.total, document),
  ...fiscalCents(document),
});

const NONE: Stats = {
  ...{ invoices: 0, expensesCents: 0 },
  ...{ fiscalSubtotalCents: 0, fiscalVatTotalCents: 0, fiscalTotalCents: 0, payableTotalCents: 0 },
};

const less = (one: Stats, other: Stats): Stats =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value - other[name as keyof Stats]])) as Stats;

/**
 * The writes that keep the statistics of suppliers after a change of a document. The statistics of a supplier that was removed stay as they
 * were. A read for each supplier that was not read yet, in parallel.
 *
 * @param made the record that the same transaction makes
 * @param read a record as it was read: the transaction fails when it was removed meanwhile
 */
export async function supplierWrites(
  company: CompanyId,
  before: InvoiceDocument | null,
  after: InvoiceDocument | null,
  { made, read }: { made?: Supplier | undefined; read?: Supplier | undefined } = {},
): Promise<Write[]> {
  const [was, is] = [before?.seller.id ?? null, after?.seller.id ?? null];
  const counted = new Map<string, Stats>();
  if (after && is !== null) counted.set(is, statsOf(after));
  if (before && was !== null) counted.set(was, less(counted.get(was) ?? NONE, statsOf(before)));
  const writes = await Promise.all(
    [...counted].map(async ([id, stats]) => {
      if (id === made?.id) return newSupplierWrites(company, made, stats);
      const isKept = id === read?.id || (await readSupplier(company, id)) !== undefined;
      return isKept && Object.values(stats).some(by => by !== 0) ? [countSupplierDocument(company, id, stats)] : [];
    }),
  );
  return writes.flat();
}
