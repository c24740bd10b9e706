import { cents } from '#shared/base/kernel/money.ts';
import { creditMovements, type CreditSource, openCredit } from './credit-movements.ts';
import type { PaymentEntry } from '../fiscal/projection.ts';
import type { LedgerPartner } from './partners.ts';
import { byDate, type Movement, type OpenItem } from './movement.ts';
import { type OpeningBalance, openingMovements } from './opening.ts';

/**
 * The account of each client or supplier (REP-40 to REP-45): what was open before a day, and what has moved it since. Amounts are whole cents of
 * the document's currency, positive for what the partner of a sale owes, and for what the company owes the partner of a purchase. Pure.
 */

/** A document that counts (TAX-53), as its row in the list has it. */
export interface LedgerDocument {
  id: string;
  number: string;
  partner: LedgerPartner;
  currency: string;
  /** Lei for one unit of the currency; null in lei, and when it is not known. */
  exchangeRate: string | null;
  issueDate: string;
  dueDate: string | null;
  isCreditNote: boolean;
  /** The amount to pay, negative for what takes back. */
  owed: number;
  /** What payments add up to now, less what was paid back. */
  paid: number;
  /** The id of the invoice that it takes back from. A document that takes back and names none has settled itself (SET-5). */
  settles: string | null;
}

/** What ledgers are made of. */
export interface LedgerSource {
  /** The first day of which payments were read. */
  from: string;
  /** All documents that are open, that were issued from that day on, or that have such a payment. */
  documents: readonly LedgerDocument[];
  /** All payments of that day and later. */
  payments: readonly PaymentEntry[];
  openings: readonly OpeningBalance[];
  /** The credit of clients; only for sales. */
  credit?: CreditSource;
}

export interface Ledger {
  /** What was open at the end of the day before `from`: items that are not 0. */
  openings: OpenItem[];
  /** From `from` on, by date. */
  movements: Movement[];
}

/**
 * What was open before a day, and what moved it from then on. The sum of both is what is open now: the amounts to pay of the documents less
 * what was paid and credited.
 *
 * @param from not before that of the source
 */
export function ledgerOf(source: LedgerSource, from: string): Ledger {
  const documents = new Map(source.documents.map(document => [document.id, document]));
  // A payment of a document that does not count is of no account: its document is not among these.
  const payments = Map.groupBy(source.payments, ({ documentId }) => documentId);
  const openings = new Map<string, OpenItem>();
  const movements: Movement[] = [];

  const add = (movement: Movement, issueDate: string): void => {
    if (movement.cents === 0) return;
    if (movement.date >= from) movements.push(movement);
    else addTo(openings, { ...movement, issueDate });
  };
  for (const document of source.documents) {
    const own = payments.get(document.id) ?? [];
    const [charged, settled] = movementsOf(document, documents);
    add(charged, document.issueDate);
    if (settled) add(settled, document.issueDate);
    addTo(openings, { ...itemOf(document), cents: -paidBeforeFrom(document, own) });
    for (const payment of own) add(paymentMovement(document, payment), document.issueDate);
  }
  for (const balance of source.openings)
    for (const { issueDate, ...movement } of openingMovements(balance)) add(movement, issueDate);
  if (source.credit) addCredit(source.credit, { openings, add });
  return { openings: [...openings.values()].filter(item => item.cents !== 0), movements: movements.toSorted(byDate) };
}

/** Credit as it is now, less what moved it since the source begins, and these movements. */
function addCredit(
  credit: CreditSource,
  { openings, add }: { openings: Map<string, OpenItem>; add: (movement: Movement, issueDate: string) => void },
): void {
  for (const item of openCredit(credit)) addTo(openings, item);
  for (const { issueDate, ...movement } of credit.allocations.flatMap(creditMovements)) {
    addTo(openings, { ...movement, issueDate, cents: -movement.cents });
    add(movement, issueDate);
  }
}

/** What was paid before the source begins: all that was paid, less its payments. What settles itself has none. */
const paidBeforeFrom = (document: LedgerDocument, payments: readonly PaymentEntry[]): number =>
  document.owed <= 0 ? 0 : document.paid - payments.reduce((sum, payment) => sum + cents(payment.amount), 0);

const itemOf = (document: LedgerDocument): Omit<OpenItem, 'cents'> => ({
  ...{ id: document.id, number: document.number, partner: document.partner, currency: document.currency },
  ...{ exchangeRate: document.exchangeRate, issueDate: document.issueDate, dueDate: document.dueDate },
});

/** What a document charges or takes back, and with which it settled itself when it takes back from no invoice. */
function movementsOf(document: LedgerDocument, documents: ReadonlyMap<string, LedgerDocument>): [Movement, Movement?] {
  const { issueDate: date, ...item } = itemOf(document);
  const settled = document.settles === null ? undefined : documents.get(document.settles);
  const charged: Movement = {
    ...item,
    // A credit moves its invoice, which ages by its own due date.
    ...(document.settles !== null && { id: document.settles, dueDate: settled?.dueDate ?? document.dueDate }),
    ...{ date, kind: document.isCreditNote ? 'credit_note' : 'invoice', documentId: document.id, paymentId: null },
    cents: document.owed,
  };
  if (document.owed >= 0 || document.settles !== null) return [charged];
  return [charged, { ...charged, kind: 'refund', cents: -document.owed }];
}

const paymentMovement = (document: LedgerDocument, payment: PaymentEntry): Movement => {
  const { issueDate: _, ...item } = itemOf(document);
  return {
    ...item,
    ...{ date: payment.paymentDate, kind: payment.type ?? 'payment', documentId: document.id, paymentId: payment.paymentId },
    cents: -cents(payment.amount),
  };
};

/** The number and dates of an item are those of the document that it is named by, in whatever order they come. */
function addTo(items: Map<string, OpenItem>, { cents: added, ...item }: OpenItem & Partial<Movement>): void {
  const known = items.get(item.id);
  const isItself = item.documentId === undefined || item.documentId === null || item.documentId === item.id;
  const { id, number, partner, currency, exchangeRate, issueDate, dueDate } = known && !isItself ? known : item;
  items.set(item.id, {
    ...{ id, number, partner, currency, exchangeRate, issueDate, dueDate },
    cents: (known?.cents ?? 0) + added,
  });
}
