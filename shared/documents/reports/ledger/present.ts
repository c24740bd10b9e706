import { presentInstant } from '#shared/base/kernel/clock.ts';
import { fromCents, presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import {
  accountRows,
  type AccountRow,
  accountsOf,
  type Account,
  accountTotals,
  ofPartner,
} from '#shared/model/ledger/accounts.ts';
import { AGE_NAMES, type Aged, type Ageing } from '#shared/model/ledger/ageing.ts';
import type { Ledger } from '#shared/model/ledger/ledger.ts';
import { openOf, type OpeningBalance } from '#shared/model/ledger/opening.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import { leftOutOfBalances } from '../left-out.ts';
import type { BalanceQuery, LedgerQuery } from './query.ts';

const money = (cents: number): number => presentNumber(fromCents(cents));

const sumsOf = ({ currency, opening, debit, credit, closing }: Omit<Account, 'partnerKey' | 'partner'>) => ({
  ...{ currency, opening: money(opening), debit: money(debit), credit: money(credit), closing: money(closing) },
});

const presentAccount = (account: Account) => ({
  partnerKey: account.partnerKey,
  partner: account.partner,
  ...sumsOf(account),
});

const presentRow = (row: AccountRow) => ({
  ...{ partnerKey: row.partnerKey, partner: row.partner, currency: row.currency, date: row.date, kind: row.kind },
  ...{ number: row.number, documentId: row.documentId, paymentId: row.paymentId },
  ...{ debit: money(row.debit), credit: money(row.credit), balance: money(row.balance) },
});

/** The accounts of all partners, or with `partnerKey` the rows of one, and the sums of all of them. Pure. */
export function reportOf(ledger: Ledger, { role, partnerKey, to }: Pick<LedgerQuery, 'role' | 'partnerKey' | 'to'>) {
  const own = partnerKey === undefined ? ledger : ofPartner(ledger, partnerKey);
  const accounts = accountsOf(own, role, to);
  return { accounts, rows: partnerKey === undefined ? undefined : accountRows(own, role, to), totals: accountTotals(accounts) };
}

/** A page of a ledger, with the sums of the whole (REP-40 to REP-43). */
export function presentLedger(ledger: Ledger, query: LedgerQuery) {
  const { accounts, rows, totals } = reportOf(ledger, query);
  return {
    ...(rows ? pageFrom(rows, query, presentRow) : pageFrom(accounts, query, presentAccount)),
    ...{ role: query.role, from: query.from, to: query.to },
    totals: totals.map(sumsOf),
    leftOut: leftOutOfBalances(query.role),
  };
}

const presentAged = ({ balance, overdue, buckets }: Aged) => ({
  ...{ balance: money(balance), overdue: money(overdue) },
  buckets: Object.fromEntries(AGE_NAMES.map(age => [age, money(buckets[age])])),
});

/** A page of the partners with open balances, and the sums of all (REP-12, REP-13, REP-44). */
export function presentBalance({ total, partners, currencies }: Ageing, query: BalanceQuery) {
  const { balance, overdue, buckets } = presentAged(total);
  const { data: clients, ...place } = pageFrom(partners, query, ({ partnerKey, partner, ...aged }) => ({
    ...{ clientId: partner.id, clientName: partner.name, cif: partner.cif, partnerKey },
    ...presentAged(aged),
  }));
  return {
    ...{ date: query.date, role: query.role, currency: 'RON', totalUnpaid: balance, totalOverdue: overdue, buckets },
    currencies: currencies.map(({ currency, ...aged }) => ({ currency, ...presentAged(aged) })),
    clients,
    ...place,
    leftOut: leftOutOfBalances(query.role),
  };
}

export const presentOpening = (balance: OpeningBalance) => ({
  ...{ role: balance.role, partnerId: balance.partner.id, partnerName: balance.partner.name, currency: balance.currency },
  ...{ exchangeRate: presentNumberOrNull(balance.exchangeRate), date: balance.date },
  ...{ amount: presentNumber(balance.amount), open: presentNumber(openOf(balance)) },
  documents: balance.documents.map(one => ({ ...one, amount: presentNumber(one.amount) })),
  settlements: balance.settlements.map(one => ({ ...one, amount: presentNumber(one.amount) })),
  updatedAt: presentInstant(balance.updatedAt),
});

/** A page of opening balances, by name of the partner. */
export function presentOpenings(balances: readonly OpeningBalance[], query: { page: number; limit: number }) {
  const ordered = balances.toSorted((a, b) => ((a.partner.name ?? '') < (b.partner.name ?? '') ? -1 : 1));
  return pageFrom(ordered, query, presentOpening);
}
