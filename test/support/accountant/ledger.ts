import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service } from '../service.ts';
import { type Account, AGES, type Open } from './law/ledger.ts';
import { NAMES } from './play.ts';
import type { Party } from './sent.ts';

/** Ledgers and open balances as sorted lines of text: what the service shows, and what the accountant calculated. */

const written = (...cents: number[]): string => cents.map(value => ((value + 0) / 100).toFixed(2)).join(' ');
const inCents = (value: number): number => Math.round(value * 100) + 0;
const partyOf = (name: string | null): Party | string =>
  Object.entries(NAMES).find(([, known]) => known === name)?.[0] ?? `${name}`;

export const linesOfAccounts = (accounts: ReadonlyMap<string, Account>): string[] =>
  [...accounts]
    .filter(([, account]) => Object.values(account).some(value => value !== 0))
    .map(([key, { opening, debit, credit, closing }]) => `${key}: ${written(opening, debit, credit, closing)}`)
    .toSorted();

interface Page<T> {
  data: T[];
  pages: number;
}
interface ShownAccount extends Account {
  partner: { name: string | null };
  currency: string;
}

/** The accounts of a period. Those of a partner that is a client and a supplier are one. */
export async function readAccounts(service: Service, scope: Scope, query: string): Promise<Map<string, Account>> {
  const path = `/api/v1/reports/ledger?${query}&limit=100`;
  const { data, pages } = await expecting<Page<ShownAccount>>(200, path, service.api('GET', path, scope));
  if (pages > 1) throw new Error('The companies have few partners.');
  const accounts = new Map<string, Account>();
  for (const { partner, currency, ...shown } of data) {
    const key = `${partyOf(partner.name)} ${currency}`;
    const known = accounts.get(key) ?? { opening: 0, debit: 0, credit: 0, closing: 0 };
    const sum = (name: keyof Account): number => known[name] + inCents(shown[name]);
    accounts.set(key, { opening: sum('opening'), debit: sum('debit'), credit: sum('credit'), closing: sum('closing') });
  }
  return accounts;
}

type Ages = Record<(typeof AGES)[number], number>;
const NOTHING = Object.fromEntries(AGES.map(age => [age, 0])) as Ages;

/** The sums in lei by partner and age, and in each currency's own amounts. */
export function linesOfOpen(all: readonly Open[]): string[] {
  const sums = new Map<string, Ages>();
  const add = (key: string, age: Open['age'], value: number): void => {
    const known = sums.get(key) ?? NOTHING;
    sums.set(key, { ...known, [age]: known[age] + value });
  };
  for (const { partner, currency, age, open, openLei } of all) {
    add(`${partner} in lei`, age, openLei);
    add('all in lei', age, openLei);
    add(`all in ${currency}`, age, open);
  }
  return linesOfAges(sums);
}

const linesOfAges = (sums: ReadonlyMap<string, Ages>): string[] =>
  [...sums]
    .filter(([, ages]) => AGES.some(age => ages[age] !== 0))
    .map(([key, ages]) => `${key}: ${written(...AGES.map(age => ages[age]))}`)
    .toSorted();

interface ShownBalances {
  buckets: Ages;
  currencies: { currency: string; buckets: Ages }[];
  clients: { clientName: string | null; buckets: Ages }[];
  pages: number;
}

export async function readOpen(service: Service, scope: Scope, query: string): Promise<string[]> {
  const path = `/api/v1/reports/balance?${query}&limit=100`;
  const shown = await expecting<ShownBalances>(200, path, service.api('GET', path, scope));
  const sums = new Map<string, Ages>();
  const add = (key: string, ages: Ages): void => {
    const known = sums.get(key) ?? NOTHING;
    sums.set(key, Object.fromEntries(AGES.map(age => [age, known[age] + inCents(ages[age])])) as Ages);
  };
  for (const { clientName, buckets } of shown.clients) add(`${partyOf(clientName)} in lei`, buckets);
  for (const { currency, buckets } of shown.currencies) add(`all in ${currency}`, buckets);
  add('all in lei', shown.buckets);
  return linesOfAges(sums);
}
