import type { Actor } from '#shared/platform/access/model.ts';
import { deleteWrites } from '#shared/documents/common/store.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { numberWrite } from '#shared/documents/credit-notes/received-numbers.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { refuseDrawn } from '#shared/documents/invoices/advances/changes.ts';
import { removeAllWrites } from '#shared/documents/invoices/attachments/remove.ts';
import { readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { permittedInvoice } from '#shared/documents/invoices/states.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { withoutDocument } from '#shared/documents/purchases/numbers.ts';
import { refuseBooked } from '#shared/documents/purchases/standing.ts';
import { successorOf } from '#shared/documents/purchases/successor.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { creditChange, readParent } from '#shared/documents/credit-notes/credited-invoice.ts';
import { settledId } from '#shared/model/amounts/settlement.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { freedWrite, readImportedNumbers } from './numbers.ts';

/** The change of the invoice that a removed document took back: it owes that again. One read for such a document, else none. */
async function noLongerCredited(document: InvoiceDocument, by: Actor): Promise<HeaderChange<Invoice>[]> {
  const id = settledId(document);
  if (id === null) return [];
  const change = creditChange(await readParent(document, id), document, { ...document, status: 'cancelled' }, personOf(by));
  return change ? [change] : [];
}

/** Reads a draft, or an imported invoice, which is removed as long as nothing is booked on it (IMP-11). @throws 404; 409 for others */
export async function readForRemoval(company: CompanyId, id: string): Promise<StoredInvoice> {
  const stored = found(await readInvoice(company, id), KINDS.invoice.title);
  if (!stored.document.imported) permittedInvoice('delete', stored.document);
  return stored;
}

/**
 * Removes an imported invoice with its files. What the authority delivered after it counts from then on.
 *
 * @throws 404; 409 when payments or credits are booked on it; 422 as `refuseDrawn` and `requireOpenPeriod`
 */
export const removeImported = (company: Company, loaded: StoredInvoice, by: Actor, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { companyId, id } = loaded.document;
    const stored = attempt === 0 ? loaded : found(await readInvoice(companyId, id), KINDS.invoice.title);
    const { document } = stored;
    refuseBooked(stored, 'invoice');
    refuseDrawn(document);
    const [{ own }, { writes: locked }] = await Promise.all([
      readImportedNumbers(companyId, document),
      requireOpenPeriod({ company, attempt }, { before: document, after: null }),
    ]);
    const free = withoutDocument(own, id);
    const released = await noLongerCredited(document, by);
    const successor = await successorOf(document, free, personOf(by), { lock: { company, attempt }, released });
    await commit(
      [
        ...deleteWrites(INVOICES, stored, successor?.changes ?? released),
        ...(successor?.number ?? [numberWrite(free)]),
        freedWrite(document),
        ...(locked.length > 0 ? locked : (successor?.locked ?? [])),
        ...removeAllWrites(companyId, id, stored.attachments ?? []),
      ],
      undefined,
    );
  });
