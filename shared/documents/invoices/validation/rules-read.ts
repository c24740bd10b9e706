import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { type Action, permittedInvoice } from '../states.ts';

/**
 * Reads the whole document for an action. A status that forbids the action is refused before the body is checked.
 *
 * @throws 404, 409
 */
export async function readFor(action: Action, company: CompanyId, id: string | undefined): Promise<StoredInvoice> {
  const stored = await readInvoice(company, id ?? '');
  const document = permittedInvoice(action, stored?.document);
  return { payments: [], events: [], creditNotes: [], ...stored, document };
}

/** `readFor`, with the next number of the document's series for the answer. One parallel round trip. @throws 404, 409 */
export async function readNumberedFor(action: Action, company: CompanyId, id: string | undefined): Promise<StoredInvoice> {
  const [stored, series] = await Promise.all([readFor(action, company, id), readSeries(company)]);
  return { ...stored, nextNumber: nextNumberOf(stored.document, series) };
}
