import { decimal, sum } from '#shared/base/kernel/money.ts';
import { NATIONAL_TRANSPORT, type TransportDeclaration } from '#shared/model/transport.ts';
import { lawOf, type TransportLaw } from './law.ts';

/** The facts that decide whether a transport must be declared; a `TransportDeclaration` can be passed as it is. */
export interface TransportFacts {
  operationType: number;
  transportDate: string | null;
  goods: readonly Pick<TransportDeclaration['goods'][number], 'tariffCode' | 'grossWeight' | 'valueWithoutVat'>[];
  /** Technically permissible maximum mass of the vehicle in kilograms, with its trailers; absent where it is not known. */
  vehicleMass?: number | null;
}

export interface TransportRequirement {
  requirement: 'required' | 'not_required' | 'unknown';
  /** Why, in sentences for the user; at least one. */
  reasons: string[];
  /** The fields that must be stated to decide an `unknown` case: `lines.0.tariffCode`, `vehicleMass`. */
  missing: string[];
  /** The law that was applied; null for days before the first entry of `TRANSPORT_LAW`. */
  law: Pick<TransportLaw, 'validFrom' | 'checkedOn' | 'sources'> | null;
}

/** Yes, no, or null for unknown. */
type Answer = boolean | null;

/**
 * Whether the law requires a declaration of these goods, treated as one consignment. `unknown` where the note lacks data or where
 * sources differ: then it is safer to declare. Pure.
 *
 * @param today the date in Romania (`YYYY-MM-DD`), for declarations without a date
 */
export function transportRequirement(facts: TransportFacts, today: string): TransportRequirement {
  const law = lawOf(facts.transportDate ?? today);
  if (!law)
    return { requirement: 'unknown', reasons: ['The law of that day is not known to this service.'], missing: [], law: null };
  const goods = facts.operationType === NATIONAL_TRANSPORT ? riskyGoods(facts, law) : overTheBorder();
  const limits = aboveLimits(facts, law);
  const vehicle = heavyVehicle(facts, law);
  const all = [goods, limits, vehicle];
  const reasons = all.map(({ reason }) => reason);
  const source = { validFrom: law.validFrom, checkedOn: law.checkedOn, sources: law.sources };
  const decisive = all.filter(({ answer }) => answer === false).map(({ reason }) => reason);
  if (decisive.length > 0) return { requirement: 'not_required', reasons: decisive, missing: [], law: source };
  const missing = [...new Set(all.flatMap(part => part.missing ?? []))];
  return { requirement: all.every(({ answer }) => answer === true) ? 'required' : 'unknown', reasons, missing, law: source };
}

interface Part {
  answer: Answer;
  reason: string;
  /** The fields that must be stated to answer. */
  missing?: string[];
}

/** The fields of lines that are not stated. */
const unstated = (goods: TransportFacts['goods'], fields: readonly (keyof TransportFacts['goods'][number])[]): string[] =>
  goods.flatMap((each, place) => fields.filter(field => each[field] === null).map(field => `lines.${place}.${field}`));

const overTheBorder = (): Part => ({ answer: true, reason: 'All goods that cross the border by road are monitored.' });

function riskyGoods({ goods }: TransportFacts, law: TransportLaw): Part {
  const headings = goods.map(({ tariffCode }) => (tariffCode === null ? null : headingOf(tariffCode)));
  const risky = headings.filter(heading => heading !== null && isRisky(heading, law));
  if (risky.length > 0)
    return { answer: true, reason: 'There are goods of high fiscal risk; goods on the same vehicle are declared with them.' };
  if (headings.includes(null)) {
    const reason = 'A line has no tariff code, so its fiscal risk is not known.';
    return { answer: null, reason, missing: unstated(goods, ['tariffCode']) };
  }
  return { answer: false, reason: 'National transport is declared only with goods of high fiscal risk, and there are none.' };
}

/** The heading of a code of the Combined Nomenclature: its first four digits. */
const headingOf = (tariffCode: string): number => Number(tariffCode.slice(0, 4));

const isRisky = (heading: number, { highRisk }: TransportLaw): boolean =>
  highRisk.some(({ from, to }) => heading >= from && heading <= to);

function aboveLimits({ goods, operationType }: TransportFacts, law: TransportLaw): Part {
  const national = operationType === NATIONAL_TRANSPORT;
  const risky = goods.filter(({ tariffCode }) => tariffCode !== null && isRisky(headingOf(tariffCode), law));
  const limits = `${law.grossWeight} kg gross or ${law.value} lei`;
  if (areAbove(national ? risky : goods, law)) return { answer: true, reason: `The monitored goods are above ${limits}.` };
  const missing = unstated(goods, [...(national ? (['tariffCode'] as const) : []), 'grossWeight', 'valueWithoutVat']);
  if (missing.length > 0) {
    const reason = `Weight, value or tariff code of a line is not known, so the goods may be above ${limits}.`;
    return { answer: null, reason, missing };
  }
  if (national && areAbove(goods, law))
    return {
      answer: null,
      reason: `The goods are above ${limits} only with those without fiscal risk; sources differ on whether these count.`,
    };
  if (!national && law.international === 'disputed')
    return {
      answer: null,
      reason: `The goods are not above ${limits}; sources differ on whether this limit applies across the border.`,
    };
  return { answer: false, reason: `The goods are not above ${limits}.` };
}

const areAbove = (goods: TransportFacts['goods'], { grossWeight, value }: TransportLaw): boolean =>
  sum(goods.map(each => decimal(each.grossWeight))).gt(grossWeight) ||
  sum(goods.map(each => decimal(each.valueWithoutVat))).gt(value);

function heavyVehicle({ vehicleMass, operationType }: TransportFacts, law: TransportLaw): Part {
  const limit = `${law.vehicleMass} kg`;
  if (vehicleMass == null)
    return {
      answer: null,
      reason: `The maximum mass of the vehicle is not known; transports in vehicles from ${limit} on are declared.`,
      missing: ['vehicleMass'],
    };
  if (vehicleMass >= law.vehicleMass) return { answer: true, reason: `The vehicle has a maximum mass of ${limit} or more.` };
  if (operationType !== NATIONAL_TRANSPORT && law.international === 'disputed')
    return {
      answer: null,
      reason: `The vehicle is below ${limit}; sources differ on whether this limit applies across the border.`,
    };
  return { answer: false, reason: `The vehicle is below ${limit}.` };
}
