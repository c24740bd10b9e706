import { amount, decimal, sum } from '../../kernel/money.ts';
import { digest, sealOf } from '../../documents/timeline-hashes.ts';
import { verifyChain } from '../../documents/verify.ts';
import { linkOf } from '../../credit-notes/links.ts';
import { OUTSIDE } from '../read.ts';
import type { CreditNoteLink, InvoiceDocument, InvoiceEvent } from '../../model/invoice.ts';
import { inForce } from '../../credit-notes/credited-invoice.ts';
import type { Payment } from '../../model/payment.ts';
import { settlesItself } from '../../model/amounts/payment-state.ts';

/** Detects tampering: recomputes the hashes of documents/timeline-hashes.ts and compares them. Pure. Each finding is a sentence. */
export interface Kept {
  document: InvoiceDocument;
  events: readonly InvoiceEvent[];
  payments: readonly Payment[];
  /** The stored links from an invoice to its credit notes. */
  creditNotes: readonly CreditNoteLink[];
}

/** Findings about a document, its timeline, payments and credit notes; empty when none was changed outside the service. */
export const verifyDocument = ({ document, events, payments, creditNotes }: Kept): string[] => [
  ...verifyChain(document, events, OUTSIDE),
  ...verifyPayments(document, events, payments),
  ...verifyCredits(document, creditNotes),
];

function verifyPayments(document: InvoiceDocument, events: readonly InvoiceEvent[], payments: readonly Payment[]): string[] {
  const recorded = new Set(events.filter(event => event.type === 'payment_received').map(event => event.subjectHash));
  const changed = payments
    .filter(payment => !recorded.has(digest(payment)))
    .map(payment => `The payment ${payment.id} is not as it was recorded.`);
  // The sum is compared only when neither the payments nor the document were changed: those changes are findings of their own.
  if (changed.length > 0 || sealOf(document) !== document.seal || settlesItself(document)) return changed;
  const paid = amount(sum(payments.map(payment => payment.amount)));
  return paid === document.amountPaid ? [] : ['The payments do not add up to what the document says was paid.'];
}

/** Finds a `creditedAmount` that is not the sum of the credit notes in force. */
function verifyCredits(document: InvoiceDocument, creditNotes: readonly CreditNoteLink[]): string[] {
  if (sealOf(document) !== document.seal) return [];
  const credit = sum(creditNotes.filter(inForce).map(one => decimal(one.total).abs()));
  return amount(credit) === document.creditedAmount
    ? []
    : ['The credit notes do not add up to what the document says was credited.'];
}

/** Finds a link of the credited invoice that differs from its credit note. */
export const verifyLink = (document: InvoiceDocument, link: CreditNoteLink | undefined): string[] =>
  !document.isCreditNote || (link !== undefined && digest(link) === digest(linkOf(document)))
    ? []
    : ['The credited invoice does not show the credit note as it is.'];
