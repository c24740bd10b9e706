import { decimal, fromCents, plain, sum } from '#shared/base/kernel/money.ts';
import type { FiscalRole } from '../fiscal/operations.ts';
import type { FiscalProjection } from '../fiscal/projection.ts';
import type { ForeignDocument, ForeignSettlement } from './exchange-differences.ts';
import { ledgerOf, type LedgerSource } from './ledger.ts';
import { isOfCredit } from './credit-movements.ts';
import type { Movement, OpenItem } from './movement.ts';
import { isOfOpening } from './opening.ts';

/** The documents in other currencies than lei that were open in a month or moved in it, as a ledger has them. Pure. */

interface Asked {
  role: FiscalRole;
  /** The first and the last day of the month. */
  from: string;
  to: string;
  /** The rates of `bookedRates`. */
  booked?: ReadonlyMap<string, string>;
}

/** What rounding can make of the lei of a group: half a cent of its base, and of its VAT. */
const ROUNDING = '0.01';

/**
 * The rates at which the documents of a journal were entered, where these are not their own: a final invoice takes off an advance at the rate of
 * the advance (OMFP 1802/2014, pct. 316 (2)), so that its lei are not its amount at its rate. By the ids of documents.
 */
export function bookedRates(
  entries: readonly Pick<FiscalProjection, 'documentId' | 'exchangeRate' | 'groups'>[],
): Map<string, string> {
  return new Map(
    entries.flatMap(({ documentId, exchangeRate, groups }) => {
      const total = sum(groups.flatMap(({ base, vat }) => [base, vat]));
      const lei = sum(groups.flatMap(({ baseLei, vatLei }) => [baseLei, vatLei]));
      const apart = lei.minus(total.times(exchangeRate)).abs();
      if (total.eq(0) || apart.lte(decimal(ROUNDING).times(groups.length))) return [];
      return [[documentId, plain(lei.div(total).round(8))] as const];
    }),
  );
}

/** @param source from the first day of the month */
export function foreignDocuments(source: LedgerSource, { role, from, to, booked = new Map() }: Asked): ForeignDocument[] {
  const ledger = ledgerOf(source, from);
  const isForeign = ({ currency }: { currency: string }): boolean => currency !== 'RON';
  // What takes back and names no invoice has settled itself: nothing of it was ever open.
  const settledAlone = new Set(source.documents.filter(one => one.owed < 0 && one.settles === null).map(({ id }) => id));
  const before = new Map(ledger.openings.filter(isForeign).map(item => [item.id, item]));
  const moved = Map.groupBy(
    ledger.movements.filter(movement => isForeign(movement) && !settledAlone.has(movement.id)),
    ({ id }) => id,
  );
  return [...new Set([...before.keys(), ...moved.keys()])].map(id =>
    foreignDocument({ before: before.get(id), moved: moved.get(id) ?? [] }, { role, to, rate: booked.get(id) }),
  );
}

const CHARGES: readonly Movement['kind'][] = ['opening', 'invoice', 'credit_note'];

/** Whether a movement is that of the document itself, which enters it. */
const enters = ({ kind, documentId, id }: Movement): boolean =>
  CHARGES.includes(kind) && (documentId === null || documentId === id);

function foreignDocument(
  { before, moved }: { before: OpenItem | undefined; moved: readonly Movement[] },
  { role, to, rate }: { role: FiscalRole; to: string; rate: string | undefined },
): ForeignDocument {
  const entry = moved.find(enters);
  const inMonth = moved.filter(({ date }) => date <= to);
  // Each has an item that was open before, or a movement.
  const item = (entry ?? before ?? moved[0]) as OpenItem | Movement;
  const { id, number, partner, currency } = item;
  if (isOfCredit(item)) return advance(item, { before, moved: inMonth, role });
  return {
    ...{ documentId: isOfOpening(item) ? null : id, role, number, partner: { id: partner.id, name: partner.name }, currency },
    entered: !entry ? null : entry.date > to ? 'later' : { rate: rate ?? entry.exchangeRate, date: entry.date },
    open: fromCents(inMonth.reduce((open, { cents }) => open + cents, before?.cents ?? 0)),
    settlements: inMonth.filter(movement => !enters(movement)).map(settlementOf),
  };
}

/** Credit is an advance (account 419): it stays in the books at the rate of its day until it is used or paid back (OMFP 1802/2014, pct. 316 (2)). */
function advance(
  item: OpenItem | Movement,
  { before, moved, role }: { before: OpenItem | undefined; moved: readonly Movement[]; role: FiscalRole },
): ForeignDocument {
  const { number, partner, currency, exchangeRate } = item;
  return {
    ...{ documentId: null, role, number, partner: { id: partner.id, name: partner.name }, currency },
    entered: { rate: exchangeRate, date: before?.issueDate ?? moved[0]?.date ?? '' },
    open: '0.00',
    settlements: moved.filter(({ cents }) => cents > 0).map(settlementOf),
  };
}

const settlementOf = ({ kind, documentId, paymentId, date, cents, exchangeRate }: Movement): ForeignSettlement => {
  const isCredit = CHARGES.includes(kind);
  return {
    ...{ kind: isCredit ? 'credit' : 'payment', id: isCredit ? documentId : paymentId, date, amount: fromCents(-cents) },
    ...(isCredit && { rate: exchangeRate }),
  };
};
