import { decimal, plain } from '#shared/base/kernel/money.ts';
import { EU_COUNTRIES } from '../codes/lists.ts';
import { isConsumer } from '../identifiers.ts';
import type { InvoiceDocument } from '../invoice.ts';
import { customerIdentifiers, customerOf, statesVatRegistration } from '../roles.ts';
import type { StatedVatCategory } from './categories.ts';
import { outsideItsTime, wasRomanianRate } from './romanian-rates.ts';
import { taxPointOf } from './tax-point.ts';

/**
 * Which VAT category fits which buyer and destination (TAX-24 to TAX-29; Fiscal
 * Code, art. 278, 291, 294, 331). Pure.
 */

/** What the rules ask about a document, its buyer and one of its lines, allowances or charges. */
export interface CategoryFacts {
  category: StatedVatCategory;
  /** Percentage. */
  rate: string;
  /** Whether the line says what it is; null: unknown, or an allowance or charge. */
  kind: 'goods' | 'service' | null;
  /** The tax point, `YYYY-MM-DD`. */
  day: string;
  /** The buyer's country, ISO 3166-1. */
  country: string;
  isConsumer: boolean;
  /** The country of the buyer's VAT number; null without number. */
  vatCountry: string | null;
  /** The country where the goods are delivered, if the document states it. */
  delivery: string | null;
  /** The seller is registered for VAT. */
  isVatPayer: boolean;
  /** The seller charges the VAT of other member states under the one-stop shop. */
  oss: boolean;
}

interface CategoryRule {
  /** An error keeps a document from being issued. */
  level: 'error' | 'warning';
  category: StatedVatCategory;
  /** The first tax point to which the rule applies. */
  from?: string;
  when(facts: CategoryFacts): boolean;
  /** What is wrong, and what to change. */
  message: string | ((facts: CategoryFacts) => string);
}

const inUnion = (country: string | null): boolean => country !== null && (EU_COUNTRIES.has(country) || country === 'EL');

/** Northern Ireland (XI) counts as a member state for goods (Protocol to the Withdrawal Agreement, art. 8). */
const isOtherState = (country: string | null): boolean => country !== 'RO' && (inUnion(country) || country === 'XI');

/** The rows, in the order in which they are reported. */
const CATEGORY_RULES: readonly CategoryRule[] = [
  {
    ...{ level: 'error', category: 'AE' },
    when: ({ isConsumer, vatCountry }) => isConsumer && vatCountry === null,
    message: 'reverse charge (AE) needs a buyer that is registered for VAT; charge VAT to a consumer',
  },
  {
    ...{ level: 'error', category: 'K' },
    when: ({ isConsumer, vatCountry }) => isConsumer && vatCountry === null,
    message: 'an intra-community supply (K) needs a buyer with a VAT number of another member state; charge VAT to a consumer',
  },
  {
    ...{ level: 'error', category: 'K' },
    when: ({ vatCountry }) => vatCountry === 'RO',
    message: 'an intra-community supply (K) needs a VAT number of another member state; the one of the buyer is Romanian',
  },
  {
    ...{ level: 'error', category: 'K' },
    when: ({ isConsumer, vatCountry }) => (vatCountry === null ? !isConsumer : vatCountry !== 'RO' && !isOtherState(vatCountry)),
    message: 'an intra-community supply (K) needs a VAT number of another member state; the buyer has none',
  },
  {
    ...{ level: 'error', category: 'K' },
    when: ({ delivery }) => delivery === 'RO',
    message: 'an intra-community supply (K) leaves Romania; the place of delivery is in Romania',
  },
  {
    ...{ level: 'error', category: 'G' },
    when: ({ delivery, country }) => inUnion(delivery ?? country),
    message: ({ delivery, country }) => `an export (G) leaves the European Union; its destination is ${delivery ?? country}`,
  },
  {
    ...{ level: 'error', category: 'S' },
    // A rate above 100 % is refused as such.
    when: ({ rate, oss }) => !oss && decimal(rate).gt(0) && decimal(rate).lte(100) && !wasRomanianRate(rate),
    message: ({ rate }) =>
      `Romania never had a VAT rate of ${plain(decimal(rate))} %; rates of other member states are for companies in the one-stop shop (oss)`,
  },
  {
    ...{ level: 'warning', category: 'AE' },
    when: ({ country, isConsumer, vatCountry }) => country === 'RO' && !isConsumer && vatCountry === null,
    message: 'reverse charge (AE) inside Romania needs a buyer that is registered for VAT, which this client is not',
  },
  {
    ...{ level: 'warning', category: 'AE' },
    // OUG 85/2022 and Law 227/2015, art. 331 (6): cereals, energy, certificates, devices; unless it is prolonged.
    from: '2027-01-01',
    when: ({ country, kind }) => country === 'RO' && kind !== 'service',
    message: 'check that art. 331 still covers these goods: part of it ended on 2026-12-31',
  },
  {
    ...{ level: 'warning', category: 'Z' },
    when: ({ country, isVatPayer }) => country === 'RO' && isVatPayer,
    message: 'Romania has no zero rate; choose AE, E, K, G or O for what is not charged',
  },
  {
    ...{ level: 'warning', category: 'S' },
    when: ({ vatCountry, isConsumer, country }) => !isConsumer && isOtherState(country) && isOtherState(vatCountry),
    message: 'VAT is charged to a business of another member state; normally services are AE and goods that leave Romania K',
  },
];

/** The rules that a line, allowance or charge breaks. Pure. */
export const brokenRules = (facts: CategoryFacts): { level: CategoryRule['level']; message: string }[] =>
  CATEGORY_RULES.filter(({ category, from = '', when }) => category === facts.category && from <= facts.day && when(facts)).map(
    ({ level, message }) => ({ level, message: typeof message === 'string' ? message : message(facts) }),
  );

/** A line, allowance or charge that adds VAT, with its field in requests. */
interface Charging {
  field: string;
  rateField: string;
  category: StatedVatCategory;
  rate: string;
  kind: CategoryFacts['kind'];
}

/**
 * What a document charges. What it takes back keeps the category with which it was charged, right or wrong, so credit notes, negative
 * lines and allowances are left out.
 */
function chargingParts({ isCreditNote, lines, ublExtensions }: InvoiceDocument): Charging[] {
  if (isCreditNote) return [];
  return [
    ...lines.flatMap((line, place) =>
      decimal(line.quantity).gt(0) && decimal(line.unitPrice).gte(0)
        ? [
            {
              field: `lines.${place}.vatCategoryCode`,
              rateField: `lines.${place}.vatRate`,
              category: line.vatCategoryCode,
              rate: line.vatRate,
              kind: line.kind ?? null,
            },
          ]
        : [],
    ),
    ...(ublExtensions?.allowanceCharges ?? []).flatMap(({ chargeIndicator, taxCategoryCode, taxRate }, place) =>
      chargeIndicator
        ? [
            {
              field: `ublExtensions.allowanceCharges.${place}.taxCategoryCode`,
              rateField: `ublExtensions.allowanceCharges.${place}.taxRate`,
              category: taxCategoryCode,
              rate: taxRate,
              kind: null,
            },
          ]
        : [],
    ),
  ];
}

/** A rule that a part of a document breaks, with its field in requests. */
export interface CategoryFinding {
  level: 'error' | 'warning';
  field: string;
  message: string;
}

/** All findings about the categories and rates of a document; none while it has no buyer. Pure. */
export function categoryFindings(document: InvoiceDocument): CategoryFinding[] {
  const buyer = customerOf(document);
  if (!buyer) return [];
  const vat = customerIdentifiers(document)?.vat ?? null;
  const day = taxPointOf(document);
  const shared = {
    day,
    country: buyer.country.toUpperCase(),
    isConsumer: isConsumer(buyer),
    vatCountry: vat?.slice(0, 2) ?? null,
    delivery: document.ublExtensions?.delivery?.deliveryAddress?.countryCode?.toUpperCase() ?? null,
    isVatPayer: statesVatRegistration(document),
    oss: document.seller.oss ?? false,
  };
  return chargingParts(document).flatMap(({ field, rateField, category, rate, kind }) => {
    const broken = brokenRules({ ...shared, category, rate, kind }).map(one => ({
      ...one,
      field: category === 'S' ? rateField : field,
    }));
    // Under the one-stop shop, the rate of another member state may be one that Romania once had.
    const isRomanian = !shared.oss || shared.country === 'RO';
    const late = category === 'S' && isRomanian && decimal(rate).gt(0) ? outsideItsTime(rate, day) : undefined;
    return late ? [...broken, { level: 'warning' as const, field: rateField, message: late }] : broken;
  });
}

/** The errors by field. */
export function categoryViolations(findings: readonly CategoryFinding[]): [field: string, message: string][] {
  return findings.filter(({ level }) => level === 'error').map(({ field, message }) => [field, message]);
}

/** The warnings, each once: with the first field to which it applies. */
export function categoryWarnings(findings: readonly CategoryFinding[]): string[] {
  const first = new Map<string, string>();
  for (const { level, field, message } of findings)
    if (level === 'warning' && !first.has(message)) first.set(message, `${field}: ${message}.`);
  return [...first.values()];
}
