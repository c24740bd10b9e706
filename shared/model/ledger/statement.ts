import { compare } from '#shared/base/kernel/collate.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { amount, decimal, fromCents } from '#shared/base/kernel/money.ts';
import { madeCredit } from './credit-movements.ts';
import { partnerKeys } from './accounts.ts';
import { ledgerOf, type LedgerSource } from './ledger.ts';
import type { OpenItem } from './movement.ts';
import { openingMovements } from './opening.ts';
import { type LedgerPartner, partnerKeyOf } from './partners.ts';

/** The statement of account of a partner at a day: its open documents, and its balance by currency (REP-53). Pure. */

/** Whose statement: that of a client shows what it owes to the company, that of a supplier what the company owes to it. */
export const PARTNER_KINDS = ['client', 'supplier'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** A document with something open at the day; of an opening balance without an id. */
export interface OpenDocument {
  documentId: string | null;
  number: string;
  issueDate: string;
  dueDate: string | null;
  currency: string;
  /** The amount to pay. */
  total: string;
  /** What was paid and credited up to the day. */
  settled: string;
  /** Negative for what is owed back. */
  open: string;
}

export interface StatementBalance {
  currency: string;
  open: string;
  /** The part of it that was due before the day. */
  overdue: string;
}

export interface StatementOfAccount {
  documents: OpenDocument[];
  balances: StatementBalance[];
}

/** The balances that the PDF and its mail state: where nothing is open, one of 0, which the partner confirms. */
export const statedBalances = ({ balances }: StatementOfAccount): StatementBalance[] =>
  balances.length > 0 ? balances : [{ currency: 'RON', open: '0.00', overdue: '0.00' }];

/** The first day whose payments a statement needs: what was settled since was open. */
export const dayAfter = (day: string): string => addDays(day, 1);

/**
 * The statement of a partner at the end of a day.
 *
 * @param source that of the clients or suppliers, from the day after
 */
export function statementOf(source: LedgerSource, { day, partner }: { day: string; partner: LedgerPartner }): StatementOfAccount {
  const { openings } = ledgerOf(source, dayAfter(day));
  const keyOf = partnerKeys({ openings, movements: [] });
  // A document may be older than the record of its partner, and name the tax number alone.
  const keys = [partnerKeyOf(partner), ...(partner.cif === null ? [] : [partnerKeyOf({ ...partner, id: null })])];
  const totals = totalsOf(source);
  const documents = openings
    .filter(item => keys.includes(keyOf(item.partner)))
    .map(item => openDocument(item, totals))
    .toSorted((a, b) => compare(a.issueDate, b.issueDate) || compare(a.number, b.number));
  return { documents, balances: balancesOf(documents, day) };
}

interface Total {
  documentId: string | null;
  cents: number;
}

/** The amounts to pay, of documents and of opening balances, and what credit was made with, by the ids of items. */
function totalsOf({ documents, openings, credit }: LedgerSource): Map<string, Total> {
  const ofDocuments = documents.map(({ id, owed }) => [id, { documentId: id, cents: owed }] as const);
  const ofOpenings = openings
    .flatMap(openingMovements)
    .filter(({ kind }) => kind === 'opening')
    .map(({ id, cents }) => [id, { documentId: null, cents }] as const);
  const ofCredit = (credit ? madeCredit(credit) : []).map(([id, cents]) => [id, { documentId: null, cents }] as const);
  return new Map<string, Total>([...ofDocuments, ...ofOpenings, ...ofCredit]);
}

function openDocument(item: OpenItem, totals: ReadonlyMap<string, Total>): OpenDocument {
  const { id, number, issueDate, dueDate, currency, cents: open } = item;
  const { documentId, cents: total } = totals.get(id) ?? { documentId: id, cents: open };
  return {
    ...{ documentId, number, issueDate, dueDate, currency },
    ...{ total: fromCents(total), settled: fromCents(total - open), open: fromCents(open) },
  };
}

/** Lei first, then by code. */
function balancesOf(documents: readonly OpenDocument[], day: string): StatementBalance[] {
  const sumOf = (some: readonly OpenDocument[]): string =>
    amount(some.reduce((total, { open }) => total.plus(open), decimal('0')));
  return [...Map.groupBy(documents, ({ currency }) => currency)]
    .toSorted(([a], [b]) => Number(b === 'RON') - Number(a === 'RON') || compare(a, b))
    .map(([currency, some]) => ({
      currency,
      open: sumOf(some),
      overdue: sumOf(some.filter(({ dueDate }) => dueDate !== null && dueDate < day)),
    }));
}
