import { amount, decimal, sum } from '../../kernel/money.ts';
import { contentHash, digest, eventHash, linesHash, sealOf } from '../../documents/timeline-hashes.ts';
import { linkOf } from '../../credit-notes/links.ts';
import { kindOf } from '../../model/kinds.ts';
import { OUTSIDE } from '../read.ts';

import type { CreditNoteLink, InvoiceDocument, InvoiceEvent } from '../../model/invoice.ts';
import { numberGuardKey, type RegisteredNumber, type TakenNumber } from '../../documents/numbering.ts';
import { inForce } from '../../credit-notes/credited-invoice.ts';
import type { Payment } from '../../model/payment.ts';
import { settlesItself } from '../../model/amounts/payment-state.ts';

/** Whether what is stored is what was written: the hashes of documents/timeline-hashes.ts, recomputed. Pure; every finding is a sentence. */
export interface Kept {
  document: InvoiceDocument;
  events: readonly InvoiceEvent[];
  payments: readonly Payment[];
  /** The credit notes that an invoice knows of. */
  creditNotes: readonly CreditNoteLink[];
}

/** What is wrong with a document, its timeline, its payments or its credits; empty where all of it is as it was written. */
export function verifyDocument({ document, events, payments, creditNotes }: Kept): string[] {
  const timeline = verifyTimeline(document, events);
  return [
    ...(sealOf(document) === document.seal ? [] : ['The document was changed outside of the service.']),
    ...(linesHash(document.lines) === document.linesHash ? [] : ['The lines were changed outside of the service.']),
    ...timeline,
    // An unbroken timeline tells what the document stated last.
    ...(timeline.length > 0 || lastEntry(document, events)?.documentHash === contentHash(document, OUTSIDE)
      ? []
      : ['The document does not state what its timeline says.']),
    ...verifyPayments(document, events, payments),
    ...verifyCredits(document, creditNotes),
  ];
}

const lastEntry = (document: InvoiceDocument, events: readonly InvoiceEvent[]): InvoiceEvent | undefined =>
  events.find(event => event.hash === document.timelineHash);

/** Follows the links from the first entry to the last: all of them, each once. */
function verifyTimeline(document: InvoiceDocument, events: readonly InvoiceEvent[]): string[] {
  const changed = events
    .filter(event => event.hash !== eventHash(document.id, event))
    .map(event => `The timeline entry ${event.id} was changed outside of the service.`);
  const after = new Map(events.map(event => [event.previousHash ?? null, event]));
  let followed = 0;
  let last: string | null = null;
  for (let event = after.get(null); event && followed < events.length; event = after.get(last)) {
    followed += 1;
    last = event.hash ?? null;
  }
  const whole = followed === events.length && last === (document.timelineHash ?? null);
  return [...changed, ...(whole ? [] : ['Timeline entries are missing, or were added outside of the service.'])];
}

function verifyPayments(document: InvoiceDocument, events: readonly InvoiceEvent[], payments: readonly Payment[]): string[] {
  const recorded = new Set(events.filter(event => event.type === 'payment_received').map(event => event.subjectHash));
  const changed = payments
    .filter(payment => !recorded.has(digest(payment)))
    .map(payment => `The payment ${payment.id} is not as it was recorded.`);
  // Amounts are looked at only where they are as they were written.
  if (changed.length > 0 || sealOf(document) !== document.seal || settlesItself(document)) return changed;
  const paid = amount(sum(payments.map(payment => payment.amount)));
  return paid === document.amountPaid ? [] : ['The payments do not add up to what the document says was paid.'];
}

/** What the credit notes in force take off is what the document says. */
function verifyCredits(document: InvoiceDocument, creditNotes: readonly CreditNoteLink[]): string[] {
  if (sealOf(document) !== document.seal) return [];
  const credit = sum(creditNotes.filter(inForce).map(one => decimal(one.total).abs()));
  return amount(credit) === document.creditedAmount
    ? []
    : ['The credit notes do not add up to what the document says was credited.'];
}

/** What an audit has of a document. */
export interface Audited extends Kept {
  /** Items of it that do not stand where they were written (invoices/audit/item-keys.ts). */
  misplaced: readonly string[];
  /** A credit note as the invoice that it credits knows it. */
  link: CreditNoteLink | undefined;
}

/** A number of a series with the document that took it; undefined where there is none. */
export interface Issued {
  taken: RegisteredNumber;
  kept: Audited | undefined;
}

/** What is wrong with one number: its place in the series, and its document. */
export function verifyIssued({ taken, kept }: Issued, seriesId: string, before: TakenNumber | undefined): string[] {
  const follows =
    taken.previousHash === (before?.hash ?? null) ? [] : ['The issue does not follow the one before it in the series.'];
  if (!kept) return [...follows, ...(taken.deletedAt ? [] : ['The document that took the number is gone.'])];
  const { document, events } = kept;
  const issue = events.find(event => event.series?.id === seriesId && event.series.sequence === taken.sequence);
  const registered =
    issue?.hash === taken.hash &&
    issue.series?.previousHash === taken.previousHash &&
    document.number === taken.number &&
    taken.sortKey === numberGuardKey(kindOf(document), document.number);
  return [
    ...follows,
    ...(registered ? [] : ['The number is not registered as the document was issued.']),
    ...(taken.deletedAt ? ['The register says that the document was deleted.'] : []),
    ...kept.misplaced,
    ...verifyDocument(kept),
    ...verifyLink(kept),
  ];
}

/** What the credited invoice shows of a credit note is what that says. */
const verifyLink = ({ document, link }: Audited): string[] =>
  !document.isCreditNote || (link !== undefined && digest(link) === digest(linkOf(document)))
    ? []
    : ['The credited invoice does not show the credit note as it is.'];
