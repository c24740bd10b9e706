import { compare } from '#shared/base/kernel/collate.ts';
import type { OpenDocument } from './entry.ts';
import type { Caution, Reason } from './confidence.ts';

/** How an amount may be divided among the open documents of one partner (BNK-12), which come the oldest first. Amounts are whole cents. Pure. */

/** The most documents of an allocation. */
export const MOST_DOCUMENTS = 20;

/** What banks on the way may have kept of a transfer: at most this, and at most a twentieth of what was owed. */
const MOST_FEES: Readonly<Record<string, number>> = { RON: 5000 };
const MOST_FEES_ABROAD = 3000;
const FEES_SHARE = 20;

/** Equal amounts, and equal sums, of a partner that are offered. */
const MOST_EQUAL = 3;

export interface Share {
  document: OpenDocument;
  cents: number;
}

export interface Option {
  shares: Share[];
  reasons: Reason[];
  cautions: Caution[];
}

/** The order in which documents are paid: by due date, or else date of issue. */
export const oldestFirst = (a: OpenDocument, b: OpenDocument): number =>
  compare(a.dueDate ?? a.issueDate, b.dueDate ?? b.issueDate) ||
  compare(a.issueDate, b.issueDate) ||
  compare(a.number, b.number) ||
  compare(a.id, b.id);

const total = (documents: readonly OpenDocument[]): number => documents.reduce((sum, { cents }) => sum + cents, 0);

/** Divides an amount, the oldest document first. */
function shared(documents: readonly OpenDocument[], cents: number): Share[] {
  const shares: Share[] = [];
  let left = cents;
  for (const document of documents.slice(0, MOST_DOCUMENTS)) {
    const part = Math.min(left, document.cents);
    if (part > 0) shares.push({ document, cents: part });
    left -= part;
  }
  return shares;
}

function optionOf(documents: readonly OpenDocument[], cents: number, reasons: Reason[] = []): Option {
  const first = documents.slice(0, MOST_DOCUMENTS);
  const open = total(first);
  const shares = shared(first, cents);
  if (open === cents)
    return { shares, reasons: [...reasons, first.length === 1 ? 'amount_equals_balance' : 'sum_of_documents'], cautions: [] };
  if (open < cents) return { shares, reasons, cautions: ['more_than_open'] };
  const missing = open - cents;
  const most = MOST_FEES[first[0]?.currency ?? ''] ?? MOST_FEES_ABROAD;
  const isFees = missing <= most && missing * FEES_SHARE <= open;
  return { shares, reasons: [...reasons, ...(isFees ? (['less_by_bank_fees'] as const) : [])], cautions: ['less_than_open'] };
}

/** The documents that the payer has named. */
export const named = (documents: readonly OpenDocument[], cents: number): Option => optionOf(documents, cents);

/** Documents, and runs of documents in their order, that are as much as was paid. */
export function equal(documents: readonly OpenDocument[], cents: number, isPartnerKnown: boolean): Option[] {
  const alone = documents.filter(document => document.cents === cents).map(document => [document]);
  const found = [...alone, ...(isPartnerKnown ? runs(documents, cents) : [])];
  // One more of an unknown partner, so that the caller sees that there are too many.
  return found.slice(0, isPartnerKnown ? MOST_EQUAL : MOST_EQUAL + 1).map(one => {
    const option = optionOf(one, cents);
    return found.length > 1 ? { ...option, cautions: [...option.cautions, 'several_alike'] } : option;
  });
}

/** Runs of at least two documents whose sum is the amount. */
function runs(ordered: readonly OpenDocument[], cents: number): OpenDocument[][] {
  const found: OpenDocument[][] = [];
  for (let from = 0; from < ordered.length && found.length < MOST_EQUAL; from++) {
    let sum = 0;
    for (let to = from; to < Math.min(ordered.length, from + MOST_DOCUMENTS) && sum < cents; to++) {
      sum += ordered[to]?.cents ?? 0;
      if (sum === cents && to > from) found.push(ordered.slice(from, to + 1));
    }
  }
  return found;
}

/** What is left when nothing is named and no amount fits: the only document, or the oldest ones. */
export const rest = (documents: readonly OpenDocument[], cents: number): Option =>
  optionOf(documents, cents, [documents.length === 1 ? 'only_open_document' : 'oldest_first']);
