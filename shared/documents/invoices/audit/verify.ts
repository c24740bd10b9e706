import { amount, sum } from '#shared/base/kernel/money.ts';
import { digest, sealOf } from '#shared/documents/common/timeline-hashes.ts';
import { verifyChain } from '#shared/documents/common/verify.ts';
import { linkedId, linkOf } from '#shared/documents/credit-notes/links.ts';
import { OUTSIDE } from '../read.ts';
import type { CreditNoteLink, InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { inForce, takenBack } from '#shared/model/amounts/settlement.ts';
import type { Payment } from '#shared/model/payment.ts';
import { paidBy, settlesItself } from '#shared/model/amounts/payment-state.ts';

/** An invoice or credit note with the records that belong to it, all as stored. */
export interface StoredInvoice {
  document: InvoiceDocument;
  events: readonly DocumentEvent[];
  payments: readonly Payment[];
  /** The stored links from an invoice to its credit notes. */
  creditNotes: readonly CreditNoteLink[];
}

/**
 * Detects changes that were not made by the service: recomputes the hashes of a document, its timeline and payments, and compares
 * sums with those of the document. Pure.
 *
 * @returns a sentence for each difference; empty when nothing was changed
 */
export const verifyDocument = ({ document, events, payments, creditNotes }: StoredInvoice): string[] => [
  ...verifyChain(document, events, OUTSIDE),
  ...verifyPayments(document, events, payments),
  ...verifyCredits(document, creditNotes),
];

function verifyPayments(document: InvoiceDocument, events: readonly DocumentEvent[], payments: readonly Payment[]): string[] {
  const recordedHashes = new Set(events.filter(event => event.type === 'payment_received').map(event => event.subjectHash));
  const changed = payments
    .filter(payment => !isRecorded(payment, recordedHashes))
    .map(payment => `The payment ${payment.id} differs from the one that was recorded.`);
  // The sum of changed payments, or with a changed document, would only repeat that finding. A document that counts as paid when
  // issued has no payments to add up.
  if (changed.length > 0 || sealOf(document) !== document.seal || settlesItself(document)) return changed;
  return paidBy(payments) === document.amountPaid ? [] : ['The payments do not add up to what the document says was paid.'];
}

/** The issue of a draft adds to its payments what they make due under VAT on collection (`collected`), after they were recorded. */
function isRecorded(payment: Payment, hashes: ReadonlySet<unknown>): boolean {
  const { collected: _, ...recorded } = payment;
  return hashes.has(digest(payment)) || hashes.has(digest(recorded));
}

/** Finds a `creditedAmount` that is not the sum of the credit notes in force. */
function verifyCredits(document: InvoiceDocument, creditNotes: readonly CreditNoteLink[]): string[] {
  if (sealOf(document) !== document.seal) return [];
  const credit = sum(creditNotes.filter(inForce).map(takenBack));
  return amount(credit) === document.creditedAmount
    ? []
    : ['The credit notes do not add up to what the document says was credited.'];
}

/** Compares the link that the credited invoice has to a credit note with the credit note. @returns no finding for an invoice */
export const verifyLink = (document: InvoiceDocument, link: CreditNoteLink | undefined): string[] =>
  linkedId(document) === null || (link !== undefined && digest(link) === digest(linkOf(document)))
    ? []
    : ['The link of the credited invoice differs from the credit note.'];
