import { amountsOf, type ShapeName, SHAPES } from './shapes.ts';

/**
 * A model of invoices and credit notes that is independent of the implementation: the response of each act on a document,
 * and the resulting state (INV-6 to INV-8, SET-2 to SET-5, CRN-33). Amounts in cents.
 */
export type Status =
  'draft' | 'issued' | 'sent_to_provider' | 'uploaded' | 'validated' | 'rejected' | 'error' | 'cancelled' | 'deleted';

export interface Doc {
  place: number;
  /** The id that the service gave it. */
  id: string;
  note: boolean;
  /** The invoice that it reverses, or is to reverse once it is issued. */
  parent: Doc | undefined;
  /** A negative invoice: whether it has reduced its parent since its last issue. */
  settles: boolean;
  status: Status;
  shape: ShapeName;
  sign: 1 | -1;
  price: number;
  /** What was paid, by the service's id; what was paid back is negative. */
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

/** Offsets have a payment on each of two documents. */
export interface Offset {
  sides: { doc: Doc; payment: string }[];
}

export interface Life {
  docs: Doc[];
  offsets: Offset[];
  /** Numbers taken, in order. */
  numbers: { invoice: number; note: number };
}

export const newLife = (): Life => ({ docs: [], offsets: [], numbers: { invoice: 0, note: 0 } });

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
const notesOf = (life: Life, doc: Doc): Doc[] =>
  life.docs.filter(one => one.parent === doc && (one.note || one.settles) && one.status !== 'deleted');

/** Valid here, or at the authority: cancelled after it was validated. */
export const counts = (doc: Doc): boolean => inForce(doc) || (doc.status === 'cancelled' && doc.wasValidated);

export const totalOf = (doc: Doc): number => amountsOf(doc.shape, doc.price, doc.sign).total;
export const payableOf = (doc: Doc): number => amountsOf(doc.shape, doc.price, doc.sign).payable;

const creditBy = (doc: Doc): number => (inForce(doc) && (doc.note || doc.settles) ? Math.max(0, -payableOf(doc)) : 0);

/** The amount that issued credit notes and negative invoices subtract from an invoice. */
const creditOf = (life: Life, doc: Doc): number => sum(notesOf(life, doc).map(creditBy));

export const paidOn = (doc: Doc): number => (doc.settled ? payableOf(doc) : sum(doc.payments.values()));

/** The amount to pay back on an invoice. */
export function refundDueOf(life: Life, doc: Doc): number {
  if (doc.status === 'draft') return 0;
  const paid = paidOn(doc);
  return Math.max(0, Math.min(paid, paid + creditOf(life, doc) - payableOf(doc)));
}

export const openOf = (life: Life, doc: Doc): number =>
  doc.status === 'cancelled' ? 0 : Math.max(0, payableOf(doc) - paidOn(doc) - creditOf(life, doc));

/** The expected status of an act on a document. @param price the new price of an update */
export function answerTo(life: Life, act: Act, doc: Doc, { mode, price }: { mode: Mode; price: number }): number {
  if (doc.status === 'deleted') return 404;
  const allowed = doc.note && act === 'update' ? ['draft'] : FROM[act];
  if (!allowed.includes(doc.status) || doc.sending) return 409;
  // Numbered documents cannot be deleted.
  if (act === 'delete' && doc.number !== undefined) return 409;
  if (act === 'submit' || act === 'upload') return mode === 'down' || mode === 'lostForNow' ? 503 : 200;
  if (act === 'cancel' && notesOf(life, doc).some(note => note.status !== 'cancelled')) return 422;
  if (act === 'restore' && !restorable(life, doc)) return 422;
  if (act === 'update' && !changeable(doc, amountsOf(doc.shape, price, doc.sign).payable)) return 422;
  return act === 'delete' ? 204 : 200;
}

const restorable = (life: Life, doc: Doc): boolean =>
  !doc.wasValidated &&
  notesOf(life, doc).length === 0 &&
  doc.payments.size === 0 &&
  (!doc.note || doc.parent === undefined || counts(doc.parent));

/** Payments need an open amount, and a document that reduces another one stays a reversal. */
const changeable = (doc: Doc, payable: number): boolean =>
  !(doc.payments.size > 0 && payable <= 0) && !(doc.settles && payable >= 0);

/** The expected status of creating a credit note on a document. */
export function answerToNote(doc: Doc): number {
  if (doc.status === 'deleted') return 404;
  return counts(doc) && !doc.note ? 201 : 422;
}

/** Whether a document takes payments, refunds and offsets. */
const isPayable = (doc: Doc): boolean => inForce(doc) && payableOf(doc) > 0;

/** The expected status of a payment. */
export function answerToPayment(life: Life, doc: Doc, cents: number): number {
  if (doc.status === 'deleted') return 404;
  return isPayable(doc) && paidOn(doc) + cents <= payableOf(doc) - creditOf(life, doc) + 1 ? 201 : 422;
}

/** The expected status of a refund, and of an offset against another document. */
export function answerToPayBack(life: Life, doc: Doc, cents: number, other?: Doc): number {
  if (doc.status === 'deleted') return 404;
  if (!isPayable(doc)) return 422;
  if (other?.status === 'deleted') return 404;
  const isFit =
    other === undefined || (other !== doc && isPayable(other) && SHAPES[other.shape].currency === SHAPES[doc.shape].currency);
  return isFit && cents <= refundDueOf(life, doc) && (other === undefined || cents <= openOf(life, other)) ? 201 : 422;
}

/** Applies a successful act to the documents. */
export function apply(life: Life, act: Act, doc: Doc, how: { mode: Mode; price: number }): void {
  const { mode, price } = how;
  // One request, but two steps: the first one stays even if the second fails.
  if (act === 'upload') {
    if (doc.status === 'draft') apply(life, 'issue', doc, how);
    apply(life, 'submit', doc, how);
    return;
  }
  const credit = creditBy(doc);
  if (act === 'update') {
    doc.events.push('updated');
    doc.price = price;
    doc.settled = doc.status !== 'draft' && payableOf(doc) <= 0;
  }
  if (act === 'issue') {
    doc.status = 'issued';
    doc.settled = payableOf(doc) <= 0;
    doc.settles = !doc.note && doc.parent !== undefined && payableOf(doc) < 0 && isReversible(doc, doc.parent);
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
    doc.settles = false;
    doc.events.push('status_change');
  }
  if (act === 'delete') doc.status = 'deleted';
  // The invoice's timeline has an entry when its credits change.
  if (doc.parent && credit !== creditBy(doc)) doc.parent.events.push('updated');
}

/** Whether a negative invoice reduces the one that it names. */
const isReversible = (doc: Doc, named: Doc): boolean =>
  counts(named) && payableOf(named) >= 0 && SHAPES[named.shape].currency === SHAPES[doc.shape].currency;

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
  const { total, fiscal, payable } = amountsOf(doc.shape, doc.price, doc.sign);
  const [paid, open] = [paidOn(doc), openOf(life, doc)];
  return {
    status: doc.status,
    total: total / 100,
    fiscalTotal: fiscal / 100,
    payableTotal: payable / 100,
    amounts: {
      ...{ amountPaid: paid / 100, balance: open / 100, creditedAmount: creditOf(life, doc) / 100 },
      refundDue: refundDueOf(life, doc) / 100,
    },
    paymentStatus: paymentStatus(doc, payable, paid, open),
    creditNotes: notesOf(life, doc)
      .filter(({ note }) => note)
      .map(note => ({ uuid: note.id, status: note.status, total: totalOf(note) / 100 })),
    events: doc.events,
  };
}

function paymentStatus(doc: Doc, payable: number, paid: number, open: number): string {
  if (payable <= 0) return doc.status === 'draft' ? 'unpaid' : 'paid';
  if (inForce(doc) && open === 0) return 'paid';
  if (paid === 0) return 'unpaid';
  return paid >= payable ? 'paid' : 'partially_paid';
}
