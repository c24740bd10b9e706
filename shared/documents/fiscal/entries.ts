import type { Change } from '#shared/documents/common/definition.ts';
import { isReversal, settledId } from '#shared/model/amounts/settlement.ts';
import { fiscalRoleOf } from '#shared/model/fiscal/operations.ts';
import {
  countsFiscally,
  fiscalPeriodOf,
  type FiscalProjection,
  type PaymentEntry,
  paymentEntryOf,
  projectionOf,
} from '#shared/model/fiscal/projection.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import { put, remove, type Write } from '#shared/platform/store/transact.ts';

/**
 * The fiscal projections of documents (docs/adr/0051-fiscal-projection.md): an item for each document in the month that it counts in, and
 * one for each payment of a document that is no draft, in the month of the payment. They are written in the transactions that decide on documents and
 * payments, nowhere else.
 */
export type FiscalEntry = FiscalProjection | PaymentEntry;

const LETTERS = { sale: 'S', purchase: 'P' } as const;

/** The beginning of the sort keys of a month, or with a role of its sales or purchases. */
export const fiscalPrefix = (period: string, role?: keyof typeof LETTERS): string =>
  `FISCAL#${period}#${role ? `${LETTERS[role]}#` : ''}`;

const keyOf = (document: Invoice): Key =>
  companyKey(document.companyId, fiscalPrefix(fiscalPeriodOf(document), fiscalRoleOf(document)) + document.id);

const paymentKey = (
  { companyId, id }: Pick<Invoice, 'companyId' | 'id'>,
  role: keyof typeof LETTERS,
  payment: Pick<Payment, 'id' | 'paymentDate'>,
): Key => companyKey(companyId, `${fiscalPrefix(payment.paymentDate.slice(0, 7), role)}${id}#${payment.id}`);

const paymentKeyOf = (document: Invoice, payment: Payment): Key => paymentKey(document, fiscalRoleOf(document), payment);

/** Where the entry of a payment is, of a document whose role is not known any more. */
export const paymentEntryKeys = (
  document: Pick<Invoice, 'companyId' | 'id'>,
  payment: Pick<Payment, 'id' | 'paymentDate'>,
): Key[] => (['sale', 'purchase'] as const).map(role => paymentKey(document, role, payment));

const entryWrite = (key: Key, entry: FiscalEntry): Write => put({ ...key, kind: 'fiscal-entry', data: toPacked(entry) });

/** What of a document that counts may still change in its projection. */
const changeable = (document: Invoice): string =>
  JSON.stringify([
    keyOf(document).sk,
    // Of a document that the authority has rejected, dates and lines may be corrected.
    [document.issueDate, document.countedIn, document.exchangeRate, document.vatGroups],
    document.booking?.vatDeductiblePercent,
    document.booking?.selfAssessedRate,
    settledId(document),
    enteredContent(document),
    isReversal(document) ? document.notDue : null,
  ]);

/** What else a change of a purchase that was entered by hand may change: all that its projection shows. */
const enteredContent = ({ purchase, number, taxPointDate, currency, total, seller, received }: Invoice) =>
  purchase && [
    [purchase.kind, purchase.customs?.vatLei, purchase.customs?.baseLei],
    [number, taxPointDate, currency, total],
    [seller.id, seller.name, seller.cif, seller.vatCode, seller.country],
    // Not `notDue`, which payments change, but the entry does not show them.
    received?.vat,
  ];

/** Whether a document that counts before and after a change has another entry after it. */
export const changesEntry = ({ before, after }: Change<Invoice>): boolean =>
  before !== null && after !== null && countsFiscally(before) && countsFiscally(after) && differ(before, after);

type WithLines = Invoice & { lines?: InvoiceDocument['lines'] };

/**
 * Whether two states of a document have different projections. Where both have their lines, their projections are compared whole: exemption reasons and
 * rates of exchange of lines are in no group of the header.
 */
const differ = (was: WithLines, is: WithLines): boolean =>
  changeable(was) !== changeable(is) || (hasLines(was) && hasLines(is) && shown(was) !== shown(is));

const hasLines = (document: WithLines): document is InvoiceDocument => document.lines !== undefined;

const shown = (document: InvoiceDocument): string => JSON.stringify(projectionOf(document));

/** The writes that keep the projection of a changed document; none for drafts, and for changes that it does not show. */
export function fiscalWrites({ before, after }: Change<Invoice>): Write[] {
  const was = before && countsFiscally(before) ? before : null;
  const is = after && countsFiscally(after) ? after : null;
  if (!is) return was ? [remove(keyOf(was))] : [];
  if (was && !differ(was, is)) return [];
  const key = keyOf(is);
  const moved = was && keyOf(was).sk !== key.sk ? [remove(keyOf(was))] : [];
  return [...moved, entryWrite(key, projectionOf(withLines(is)))];
}

/** The projection is made from the lines, which a change of what it shows has read. */
function withLines(document: WithLines): InvoiceDocument {
  if (hasLines(document)) return document;
  throw new TypeError(`The lines of document ${document.id} were not read.`);
}

/** The write for a payment: the same entry again when it is written twice, without VAT when the document does not count any more. */
export const paymentEntryWrite = (document: Invoice, payment: Payment): Write =>
  entryWrite(paymentKeyOf(document, payment), paymentEntryOf(document, payment));

/** The writes that remove the entry of a payment; none on a draft, whose payments have none. */
export const paymentEntryRemovals = (document: Invoice, payment: Payment): Write[] =>
  document.status === 'draft' ? [] : [remove(paymentKeyOf(document, payment))];
