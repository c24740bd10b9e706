import { compare } from '#shared/base/kernel/collate.ts';
import { daysBetween } from '#shared/base/kernel/dates.ts';
import { cents, decimal, fromCents, round2 } from '#shared/base/kernel/money.ts';
import type { Ledger } from './ledger.ts';
import type { OpenItem } from './movement.ts';
import { partnerKeys } from './accounts.ts';
import type { LedgerPartner } from './partners.ts';

/** What is open at the end of a day, by the days for which it is overdue (REP-12, REP-13, REP-44). Pure. */

/** The last day of each bucket: days after the due date. What is not overdue, or has no due date, is `current`. */
const AGES = { current: 0, '0-30': 30, '31-60': 60, '61-90': 90, '90+': Infinity } as const;
export type Age = keyof typeof AGES;
export const AGE_NAMES = Object.keys(AGES) as Age[];

export const ageOf = (dueDate: string | null, day: string): Age => {
  const days = dueDate === null ? 0 : daysBetween(dueDate, day);
  return AGE_NAMES.find(age => days <= AGES[age]) ?? '90+';
};

/** Amounts in whole cents, of lei or of a currency. */
export interface Aged {
  balance: number;
  /** What of it is past its due date. */
  overdue: number;
  buckets: Record<Age, number>;
}

export interface PartnerAge extends Aged {
  partnerKey: string;
  partner: LedgerPartner;
}

export interface Ageing {
  /** In lei, of all currencies, at the rate of each document; without documents that have none. */
  total: Aged;
  /** In lei, by name. */
  partners: PartnerAge[];
  /** Each in its own amounts, by code. */
  currencies: (Aged & { currency: string })[];
}

const none = (): Aged => ({
  ...{ balance: 0, overdue: 0 },
  buckets: Object.fromEntries(AGE_NAMES.map(age => [age, 0])) as Record<Age, number>,
});

function addTo(sum: Aged, age: Age, added: number): void {
  sum.balance += added;
  sum.buckets[age] += added;
  if (age !== 'current') sum.overdue += added;
}

/** The lei of an item, at the rate of its document; 0 without one. */
export const centsInLei = ({
  cents: own,
  currency,
  exchangeRate,
}: Pick<OpenItem, 'cents' | 'currency' | 'exchangeRate'>): number =>
  currency === 'RON' ? own : exchangeRate === null ? 0 : cents(round2(decimal(fromCents(own)).times(exchangeRate)).toFixed(2));

/** @param openings what was open at the end of a day: the openings of the ledger from the next day on */
export function ageingOf({ openings }: Pick<Ledger, 'openings'>, day: string): Ageing {
  const keyOf = partnerKeys({ openings: [...openings], movements: [] });
  const total = none();
  const partners = new Map<string, PartnerAge>();
  const currencies = new Map<string, Aged & { currency: string }>();
  for (const item of openings) {
    const [age, inLei, partnerKey] = [ageOf(item.dueDate, day), centsInLei(item), keyOf(item.partner)];
    const partner = partners.get(partnerKey) ?? { ...none(), partnerKey, partner: item.partner };
    if (partner.partner.id === null && item.partner.id !== null) partner.partner = item.partner;
    partners.set(partnerKey, partner);
    const currency = currencies.get(item.currency) ?? { ...none(), currency: item.currency };
    currencies.set(item.currency, currency);
    addTo(total, age, inLei);
    addTo(partner, age, inLei);
    addTo(currency, age, item.cents);
  }
  return {
    total,
    partners: [...partners.values()].toSorted(
      (a, b) => compare(a.partner.name ?? '', b.partner.name ?? '') || compare(a.partnerKey, b.partnerKey),
    ),
    currencies: [...currencies.values()].toSorted((a, b) => compare(a.currency, b.currency)),
  };
}
