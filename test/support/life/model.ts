/**
 * A model of invoices and credit notes that is independent of the implementation: the response of each act on a document,
 * and the resulting state (interface.md §States, completions-documents §1-3). Amounts in cents.
 */
export type Status =
  'draft' | 'issued' | 'sent_to_provider' | 'uploaded' | 'validated' | 'rejected' | 'error' | 'cancelled' | 'deleted';

export interface Doc {
  place: number;
  /** The id that the service gave it. */
  id: string;
  note: boolean;
  parent: Doc | undefined;
  status: Status;
  total: number;
  /** Payments by the service's id. */
  payments: Map<string, number>;
  number: string | undefined;
  /** The authority's future result for the last submission. */
  verdict: 'ok' | 'nok' | undefined;
  /** The authority has received it, but its response was lost: the submission continues in the background. */
  sending: boolean;
  /** How often the authority has received it. */
  sent: number;
  wasValidated: boolean;
  /** A refund is settled by its issue, until it is a draft again. */
  settled: boolean;
  /** Types of its timeline, oldest first. */
  events: string[];
}

export interface Life {
  docs: Doc[];
  /** Numbers taken, in order. */
  numbers: { invoice: number; note: number };
}

export const newLife = (): Life => ({ docs: [], numbers: { invoice: 0, note: 0 } });

export type Act = 'update' | 'issue' | 'submit' | 'upload' | 'cancel' | 'restore' | 'delete';

/**
 * The outcome of a submission: the authority validates or rejects it; is unavailable; or loses its response, and lists the
 * document at once, or only when it has been processed.
 */
export type Mode = 'accept' | 'reject' | 'down' | 'lostAnswer' | 'lostForNow';

/** The states in which each act is allowed. */
const FROM: Record<Act, readonly Status[]> = {
  update: ['draft', 'rejected', 'error'],
  issue: ['draft'],
  submit: ['issued', 'rejected', 'error'],
  upload: ['draft', 'issued', 'rejected', 'error'],
  cancel: ['draft', 'issued', 'validated', 'rejected', 'error'],
  restore: ['cancelled'],
  delete: ['draft'],
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
export const inForce = (doc: Doc): boolean => !['draft', 'cancelled', 'deleted'].includes(doc.status);
const notesOf = (life: Life, doc: Doc): Doc[] => life.docs.filter(one => one.parent === doc && one.status !== 'deleted');

/** The amount that issued credit notes subtract from an invoice. */
const creditOf = (life: Life, doc: Doc): number =>
  sum(
    notesOf(life, doc)
      .filter(inForce)
      .map(note => -note.total),
  );

/** The expected status of an act on a document. */
export function answerTo(life: Life, act: Act, doc: Doc, mode: Mode): number {
  if (doc.status === 'deleted') return 404;
  const allowed = doc.note && act === 'update' ? ['draft'] : FROM[act];
  if (!allowed.includes(doc.status) || doc.sending) return 409;
  // What has a number is not deleted.
  if (act === 'delete' && doc.number !== undefined) return 409;
  if (act === 'submit' || act === 'upload') return mode === 'down' || mode === 'lostForNow' ? 503 : 200;
  if (act === 'cancel' && notesOf(life, doc).some(note => note.status !== 'cancelled')) return 422;
  if (act === 'restore' && !restorable(life, doc)) return 422;
  return act === 'delete' ? 204 : 200;
}

const restorable = (life: Life, doc: Doc): boolean =>
  !doc.wasValidated &&
  notesOf(life, doc).length === 0 &&
  doc.payments.size === 0 &&
  (doc.parent === undefined || inForce(doc.parent));

/** The expected status of creating a credit note on a document. */
export function answerToNote(doc: Doc): number {
  if (doc.status === 'deleted') return 404;
  return inForce(doc) && !doc.note ? 201 : 422;
}

/** The expected status of a payment. */
export function answerToPayment(life: Life, doc: Doc, cents: number): number {
  if (doc.status === 'deleted') return 404;
  if (!inForce(doc) || doc.total <= 0) return 422;
  return sum(doc.payments.values()) + cents <= doc.total - creditOf(life, doc) + 1 ? 201 : 422;
}

/** Applies a successful act to the documents. */
export function apply(life: Life, act: Act, doc: Doc, mode: Mode): void {
  // One request, but two steps: the first one stays even if the second fails.
  if (act === 'upload') {
    if (doc.status === 'draft') apply(life, 'issue', doc, mode);
    apply(life, 'submit', doc, mode);
    return;
  }
  const credits = doc.note && inForce(doc);
  if (act === 'update') doc.events.push('updated');
  if (act === 'issue') {
    doc.status = 'issued';
    doc.settled = doc.total < 0;
    doc.events.push('status_change');
    if (doc.number === undefined) doc.number = nextNumber(life, doc.note);
  }
  if (act === 'submit' && mode !== 'down') {
    doc.verdict = mode === 'reject' ? 'nok' : 'ok';
    doc.sent += 1;
    if (mode === 'lostForNow') doc.sending = true;
    else submitted(doc);
  }
  if (act === 'cancel') {
    doc.status = 'cancelled';
    doc.events.push('cancelled');
  }
  if (act === 'restore') {
    doc.status = 'draft';
    doc.settled = false;
    doc.events.push('status_change');
  }
  if (act === 'delete') doc.status = 'deleted';
  // The invoice's timeline has an entry when its credits change.
  if (doc.parent && doc.note && credits !== inForce(doc)) doc.parent.events.push('updated');
}

function submitted(doc: Doc): void {
  doc.status = doc.note ? 'uploaded' : 'sent_to_provider';
  doc.sending = false;
  doc.events.push('taxauth_submitted');
}

/** The number that the next issue takes: consecutive in each series. */
function nextNumber(life: Life, note: boolean): string {
  const kind = note ? 'note' : 'invoice';
  life.numbers[kind] += 1;
  return `${note ? 'NC' : 'FCT'}-${String(life.numbers[kind]).padStart(3, '0')}`;
}

/** The authority decides about all received documents. */
export function answered(life: Life): void {
  for (const doc of life.docs) {
    if (doc.sending) submitted(doc);
    if (doc.status !== 'sent_to_provider' && doc.status !== 'uploaded') continue;
    if (doc.verdict === 'ok') {
      doc.status = 'validated';
      doc.wasValidated = true;
      doc.events.push('taxauth_validated');
    } else {
      doc.status = doc.note ? 'error' : 'rejected';
      doc.events.push('taxauth_rejected');
    }
  }
}

/** What the service shows of a document: amounts as JSON numbers. */
export function shown(life: Life, doc: Doc) {
  const paid = doc.settled ? doc.total : sum(doc.payments.values());
  const open = Math.max(0, doc.total - paid - creditOf(life, doc));
  return {
    status: doc.status,
    total: doc.total / 100,
    amountPaid: paid / 100,
    balance: doc.status === 'cancelled' ? 0 : open / 100,
    paymentStatus: paymentStatus(doc, paid, open),
    creditNotes: notesOf(life, doc).map(note => ({ uuid: note.id, status: note.status, total: note.total / 100 })),
    events: doc.events,
  };
}

function paymentStatus(doc: Doc, paid: number, open: number): string {
  if (doc.total < 0) return doc.status === 'draft' ? 'unpaid' : 'paid';
  if (inForce(doc) && open === 0) return 'paid';
  if (paid === 0) return 'unpaid';
  return paid >= doc.total ? 'paid' : 'partially_paid';
}
