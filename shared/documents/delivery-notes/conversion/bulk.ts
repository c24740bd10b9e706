import { headerWrites, readDocument } from '#shared/documents/common/store.ts';
import { conversionTerms } from '#shared/documents/common/convertible/conversion-terms.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { convertedInvoice } from '#shared/documents/invoices/convert.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { notFound, type Problem, validation } from '#shared/base/kernel/errors.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { Company } from '#shared/model/company.ts';
import { readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { DELIVERY_NOTE_ITEMS } from '../read.ts';
import { DELIVERY_NOTE_STATES } from '../states.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { convertedNote, datesOfSupply, invoiceOfNotes } from './outcome.ts';
import { convertInStages } from './staged.ts';

/** DynamoDB's limit for a transaction is 100 writes; the rest is reserved for those that `commit` adds. */
const MOST_WRITES = 95;
/** Largest size of an invoice's lines in bytes of JSON: one transaction writes them, which may have at most 4 MB. */
const MOST_BYTES = 3_000_000;

export interface BulkConversion {
  company: Company;
  ids: readonly string[];
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Converts several notes of one client into one draft invoice (DLN-40 to DLN-44): all of them, or none. If the
 * writes fit into one transaction, they are one; else staged.ts splits them so that they still take effect at one moment.
 *
 * @throws 404 when a note does not exist; 409 when another bulk conversion has reserved one; 422 for notes of different clients or
 * currencies, notes that are not issued, and too many lines; 402 when the plan allows no more invoices in this month
 */
export function bulkConvert({ company, ids, by, commit }: BulkConversion): Promise<StoredInvoice> {
  const scope = company.id;
  return retryOnContention(async () => {
    const [notes, quota] = await Promise.all([readNotes(scope, ids), readInvoiceQuota(company)]);
    refuseUnlike(notes);
    const [first] = notes;
    const lines = notes.flatMap(note => note.lines);
    const records = await readContext(scope, first && conversionTerms({ ...first, lines }, {}, datesOfSupply(notes)));
    const document = invoiceOfNotes(notes, {}, { company, records, by });
    if (Buffer.byteLength(JSON.stringify(document.lines)) > MOST_BYTES)
      throw validation('The delivery notes have too many lines for one invoice; convert fewer of them.', {
        ids: ['the invoice would be too large'],
      });
    const { invoice, writes } = convertedInvoice(document, by, quota);
    const conversion = { id: document.id, companyId: company.id, noteIds: [...ids], at: instant(), by: personOf(by) };
    const converting = headerWrites(
      DELIVERY_NOTES,
      notes.map(note => convertedNote(note, document.id, conversion)),
    );
    if (converting.length + writes.length <= MOST_WRITES) return commit([...converting, ...writes], invoice);
    return convertInStages({ ...conversion, state: 'preparing' }, notes, decision => commit([...writes, ...decision], invoice));
  });
}

/** @throws 404 when one does not exist */
async function readNotes(company: CompanyId, ids: readonly string[]): Promise<DeliveryNoteDocument[]> {
  const found = await Promise.all(ids.map(id => readDocument(DELIVERY_NOTE_ITEMS, company, id)));
  return found.map(stored => {
    if (!stored) throw notFound('Delivery note');
    return stored.document;
  });
}

/** @throws 422 with `reason` and the ids of the notes that do not fit; 409 for a note that another bulk conversion has reserved */
function refuseUnlike(notes: readonly DeliveryNoteDocument[]): void {
  const [first] = notes;
  if (!first) return;
  const idsOf = (those: readonly DeliveryNoteDocument[]): string[] => those.map(({ id }) => id);
  const notIssued = notes.filter(({ status }) => status !== 'issued');
  const [other] = notIssued;
  if (other) throw refusedBy(REASONS[other.status] ?? 'not_issued', 'All delivery notes must be issued.', idsOf(notIssued));
  const ofOthers = notes.filter(({ clientId }) => clientId !== first.clientId);
  if (ofOthers.length > 0) throw refusedBy('different_clients', 'All delivery notes must be of one client.', idsOf(ofOthers));
  const inOthers = notes.filter(({ currency }) => currency !== first.currency);
  if (inOthers.length > 0)
    throw refusedBy('different_currencies', 'All delivery notes must be in one currency.', idsOf(inOthers));
  for (const note of notes) permitted(DELIVERY_NOTE_STATES, 'convert', note);
}

type Refusal = 'not_issued' | 'already_converted' | 'cancelled' | 'different_clients' | 'different_currencies';

const REASONS: Partial<Record<DeliveryNoteDocument['status'], Refusal>> = {
  draft: 'not_issued',
  converted: 'already_converted',
  cancelled: 'cancelled',
};

const refusedBy = (reason: Refusal, message: string, conflictingIds: string[]): Problem =>
  validation(message, { reason, conflictingIds });
