import { compare } from '#shared/base/kernel/collate.ts';
import type { FiscalRole } from '../fiscal/operations.ts';
import type { Ledger } from './ledger.ts';
import type { Movement, OpenItem } from './movement.ts';
import { type LedgerPartner, partnerKeyOf, recordsByNumber } from './partners.ts';

/** The accounts of partners over a period (REP-40 to REP-43). Amounts in whole cents, as in ledger.ts. Pure. */

/** The account of a partner in a currency. */
export interface Account {
  partnerKey: string;
  partner: LedgerPartner;
  currency: string;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/** A movement with what it leaves open. */
export interface AccountRow extends Movement {
  partnerKey: string;
  debit: number;
  credit: number;
  balance: number;
}

/** The key of each partner of a ledger. */
export function partnerKeys(ledger: Ledger): (partner: LedgerPartner) => string {
  const records = recordsByNumber([...ledger.openings, ...ledger.movements].map(({ partner }) => partner));
  return partner => partnerKeyOf(partner, records);
}

/** The part of a ledger that concerns one partner. */
export function ofPartner(ledger: Ledger, partnerKey: string): Ledger {
  const keyOf = partnerKeys(ledger);
  const concerns = ({ partner }: OpenItem | Movement): boolean => keyOf(partner) === partnerKey;
  return { openings: ledger.openings.filter(concerns), movements: ledger.movements.filter(concerns) };
}

/** A client's account is an asset: what it owes is a debit. What a supplier is owed is a credit. */
export function sidesOf(role: FiscalRole, cents: number): { debit: number; credit: number } {
  const isDebit = cents > 0 === (role === 'sale');
  return { debit: isDebit ? Math.abs(cents) : 0, credit: isDebit ? 0 : Math.abs(cents) };
}

/** The account of each partner and currency with an opening balance or a movement until a day, by name, key and currency. */
export function accountsOf(ledger: Ledger, role: FiscalRole, to: string): Account[] {
  const keyOf = partnerKeys(ledger);
  const accounts = new Map<string, Account>();
  const accountFor = ({ partner, currency }: Pick<OpenItem, 'partner' | 'currency'>): Account => {
    const partnerKey = keyOf(partner);
    const key = `${currency} ${partnerKey}`;
    const known = accounts.get(key);
    const account = known ?? { partnerKey, partner, currency, opening: 0, debit: 0, credit: 0, closing: 0 };
    // A document that names the record says more than one from before it.
    if (account.partner.id === null && partner.id !== null) account.partner = partner;
    accounts.set(key, account);
    return account;
  };
  for (const item of ledger.openings) {
    const account = accountFor(item);
    account.opening += item.cents;
    account.closing += item.cents;
  }
  for (const movement of ledger.movements) {
    if (movement.date > to) break;
    const account = accountFor(movement);
    const { debit, credit } = sidesOf(role, movement.cents);
    account.debit += debit;
    account.credit += credit;
    account.closing += movement.cents;
  }
  return [...accounts.values()]
    .filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0)
    .toSorted(byName);
}

const byName = (a: Account, b: Account): number =>
  compare(a.partner.name ?? '', b.partner.name ?? '') || compare(a.partnerKey, b.partnerKey) || compare(a.currency, b.currency);

/** The movements until a day with the balance after each, by currency and date. */
export function accountRows(ledger: Ledger, role: FiscalRole, to: string): AccountRow[] {
  const keyOf = partnerKeys(ledger);
  const balances = new Map<string, number>();
  for (const { currency, cents } of ledger.openings) balances.set(currency, (balances.get(currency) ?? 0) + cents);
  return ledger.movements
    .filter(({ date }) => date <= to)
    .map(movement => {
      const balance = (balances.get(movement.currency) ?? 0) + movement.cents;
      balances.set(movement.currency, balance);
      return { ...movement, partnerKey: keyOf(movement.partner), ...sidesOf(role, movement.cents), balance };
    })
    .toSorted((a, b) => compare(a.currency, b.currency));
}

/** The sums of accounts by currency. */
export function accountTotals(accounts: readonly Account[]): Omit<Account, 'partnerKey' | 'partner'>[] {
  const totals = new Map<string, Omit<Account, 'partnerKey' | 'partner'>>();
  for (const { currency, opening, debit, credit, closing } of accounts) {
    const known = totals.get(currency) ?? { currency, opening: 0, debit: 0, credit: 0, closing: 0 };
    totals.set(currency, {
      ...{ currency, opening: known.opening + opening, debit: known.debit + debit },
      ...{ credit: known.credit + credit, closing: known.closing + closing },
    });
  }
  return [...totals.values()].toSorted((a, b) => compare(a.currency, b.currency));
}
