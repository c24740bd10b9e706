import { companyScope } from '../store/table.ts';
import { type Commit, ConditionFailed, retryOnContention, type Write } from '../store/transact.ts';
import { draftMatchWrite, idempotencyKeyWrite, matchWrites, standingFor, stillMatches } from '../invoices/duplicates.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import type { Payment } from '../model/payment.ts';
import { paymentWrite } from '../payments/store.ts';
import { createWrites, type Recorded, readInvoice, type StoredInvoice } from './store.ts';

/** A document that is not stored yet, with what goes into its transaction. */
export interface NewDraft {
  document: InvoiceDocument;
  payments: Payment[];
  recorded: Recorded[];
  /** What the answer warns of. */
  warnings?: string[];
  nextNumber?: number | null;
  /** Writes beside those of the document. */
  more?: Write[];
}

interface Storing {
  commit: Commit<StoredInvoice>;
  /** The caller sent `Idempotency-Key`. */
  idempotent: boolean;
}

/**
 * Stores a new draft, or returns the document that its `idempotencyKey` or the fuzzy match of drafts stands for. Key, match, counters,
 * payment of `collect`, timeline and document are one transaction, so that of any number of equal calls at once one creates and the
 * others find.
 *
 * @param decide makes the draft; called again when what it was made on has changed
 */
export function storeDraft(
  decide: (attempt: number) => Promise<NewDraft>,
  { commit, idempotent }: Storing,
): Promise<StoredInvoice> {
  let stale: string | undefined;
  return retryOnContention(async attempt => {
    const draft = await decide(attempt);
    const { document, payments, recorded, warnings, nextNumber } = draft;
    const created: StoredInvoice = {
      ...{ document, payments, events: recorded.map(one => one.event).reverse(), creditNotes: [] },
      ...(warnings && { warnings }),
      ...(nextNumber !== undefined && { nextNumber }),
    };
    const lookup = lookupOf(document, idempotent, stale);
    try {
      return await commit([...(lookup ? [lookup] : []), ...writesOf(draft, idempotent)], created);
    } catch (error) {
      if (!lookup || !(error instanceof ConditionFailed) || error.write !== 0) throw error;
      const standing = standingFor(error.found);
      const existing = standing && (await readInvoice(companyScope(document.companyId), standing));
      if (existing && (document.idempotencyKey || stillMatches(document, existing.document))) return existing;
      stale = standing;
      throw error;
    }
  });
}

/** The write that one alone of equal creates gets through. */
function lookupOf(document: InvoiceDocument, idempotent: boolean, stale: string | undefined): Write | undefined {
  if (document.idempotencyKey) return idempotencyKeyWrite(document, document.idempotencyKey);
  return idempotent ? undefined : draftMatchWrite(document, stale);
}

const writesOf = ({ document, payments, recorded, more = [] }: NewDraft, idempotent: boolean): Write[] => [
  ...createWrites(document, recorded),
  ...payments.map(payment => paymentWrite(document, payment)),
  ...(document.idempotencyKey || idempotent ? matchWrites(null, document) : []),
  ...more,
];
