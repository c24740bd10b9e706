import { amount, type Big, cents, decimal, sum } from '#shared/base/kernel/money.ts';
import type { FiscalRole } from '../fiscal/operations.ts';
import type { Movement, OpenItem } from './movement.ts';
import type { LedgerPartner } from './partners.ts';

/** What a client or supplier owed, or was owed, when the company began with this service (REP-46, REP-47). */

/** An open document from before. */
export interface OpeningDocument {
  number: string;
  date: string;
  dueDate: string | null;
  /** What was open of it: negative for what was owed back. */
  amount: string;
}

/** A payment of an opening balance. */
export interface OpeningSettlement {
  date: string;
  amount: string;
  note: string | null;
}

/** Item `OPENING#<S or P>#<partner>#<currency>`. */
export interface OpeningBalance {
  role: FiscalRole;
  partner: LedgerPartner & { id: string };
  currency: string;
  /** Lei for one unit of a foreign currency on the day of the balance; null in lei. */
  exchangeRate: string | null;
  /** The day at whose end it was open. */
  date: string;
  amount: string;
  documents: OpeningDocument[];
  settlements: OpeningSettlement[];
  updatedAt: string;
}

const PREFIX = 'opening:';
const keyOf = ({ partner, currency }: OpeningBalance, place: number): string => `${PREFIX}${partner.id}:${currency}:${place}`;

/** Whether an item of a ledger is a document of an opening balance, which has no id of its own. */
export const isOfOpening = ({ id }: Pick<OpenItem, 'id'>): boolean => id.startsWith(PREFIX);

/** What an opening balance without documents is called in reports. */
const OPENING = 'opening balance';

/** The documents of a balance; one without any is one document of its day. */
const documentsOf = ({ documents, date, amount: whole }: OpeningBalance): OpeningDocument[] =>
  documents.length > 0 ? documents : [{ number: OPENING, date, dueDate: null, amount: whole }];

/** A movement of an opening balance, with the date of its document. */
type Opened = Movement & Pick<OpenItem, 'issueDate'>;

/** The movements of an opening balance: its documents on its day, and its settlements, which close the documents in the order of their due dates. */
export function openingMovements(balance: OpeningBalance): Opened[] {
  const { partner, currency, exchangeRate, date } = balance;
  const items = documentsOf(balance).map((document, place) => ({
    ...{ id: keyOf(balance, place), number: document.number, partner: { id: partner.id, name: partner.name, cif: partner.cif } },
    ...{ currency, exchangeRate, issueDate: document.date, dueDate: document.dueDate },
    ...{ documentId: null, paymentId: null, cents: cents(document.amount) },
  }));
  const opened = items.map(item => ({ ...item, date, kind: 'opening' as const }));
  const left = items.toSorted((a, b) => ((a.dueDate ?? a.issueDate) < (b.dueDate ?? b.issueDate) ? -1 : 1));
  const settled = balance.settlements
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(settlement => sharesOf(settlement, left, cents(balance.amount) < 0 ? -1 : 1));
  return [...opened, ...settled];
}

/** A settlement over the documents that are left, the earliest first; what exceeds them is on the last. Lowers `left`. */
function sharesOf({ date, amount: whole }: OpeningSettlement, left: Omit<Opened, 'date' | 'kind'>[], sign: 1 | -1): Opened[] {
  let rest = cents(whole);
  const shares: Opened[] = [];
  for (const [place, item] of left.entries()) {
    const open = item.cents * sign;
    const taken = place === left.length - 1 ? rest : Math.min(rest, Math.max(open, 0));
    if (taken === 0) continue;
    rest -= taken;
    left[place] = { ...item, cents: (open - taken) * sign };
    shares.push({ ...item, date, kind: 'settlement', cents: -taken * sign });
  }
  return shares;
}

const settledOf = ({ settlements }: Pick<OpeningBalance, 'settlements'>): Big => sum(settlements.map(one => one.amount));

/** What is still open of a balance. */
export function openOf(balance: Pick<OpeningBalance, 'amount' | 'settlements'>): string {
  const whole = decimal(balance.amount);
  return amount(whole.lt(0) ? whole.plus(settledOf(balance)) : whole.minus(settledOf(balance)));
}
