import { decimal, plain } from '#shared/base/kernel/money.ts';
import type { VatCategory } from './categories.ts';

/**
 * Determines the VAT of a line (TAX-12, TAX-13). Pure.
 */

/** The fields of a company's VAT rate that these rules need. */
export interface KnownVatRate {
  id: string;
  /** Percentage, without trailing zeros. */
  rate: string;
  label: string;
  categoryCode: VatCategory;
  isDefault: boolean;
  isActive: boolean;
}

export interface LineVat {
  rate: string;
  category: VatCategory;
  rateId: string | null;
  name: string | null;
}

/** The VAT of a line as fields of the line. */
export const lineVatFields = ({ rate, category, rateId, name }: LineVat) => ({
  vatRate: rate,
  vatCategoryCode: category,
  vatRateId: rateId,
  vatRateName: name,
});

/**
 * Corrects a category that does not fit its rate: `S` with 0 % becomes `Z`; any other category with a rate above 0 becomes `S`.
 */
export function correctedCategory(rate: string, category: VatCategory): VatCategory {
  const zero = decimal(rate).eq(0);
  if (zero && category === 'S') return 'Z';
  return !zero && category !== 'S' ? 'S' : category;
}

export interface VatWish {
  vatRateId?: string | null | undefined;
  vatRate?: string | null | undefined;
  vatCategoryCode?: VatCategory | null | undefined;
}

/**
 * The VAT of a line, determined by the first of these that the request has: `vatRateId`; `vatRate`; a category other than S, which
 * means 0 %; else the company's default rate. For a seller that is not registered for VAT the default is category O with 0 %.
 *
 * @returns undefined when `vatRateId` names no rate of the company.
 */
export function vatOfLine(wish: VatWish, rates: readonly KnownVatRate[], vatPayer: boolean): LineVat | undefined {
  if (wish.vatRateId) {
    const record = rates.find(rate => rate.id === wish.vatRateId);
    if (!record) return undefined;
    const rate = wish.vatRate ?? record.rate;
    const same = decimal(rate).eq(record.rate);
    // Category Z is for sellers that are registered for VAT.
    const ofRecord = !vatPayer && record.categoryCode === 'Z' ? 'O' : record.categoryCode;
    return of(rate, wish.vatCategoryCode ?? (same ? ofRecord : 'S'), same ? record : undefined);
  }
  const category = wish.vatCategoryCode ?? (vatPayer ? 'S' : 'O');
  if (wish.vatRate != null) return of(wish.vatRate, category, matching(rates, wish.vatRate, category));
  if (category !== 'S') return of('0', category, matching(rates, '0', category));
  if (!vatPayer) return of('0', 'O', matching(rates, '0', 'O'));
  const standard = rates.find(rate => rate.isDefault);
  return standard ? of(standard.rate, standard.categoryCode, standard) : of('21', 'S', undefined);
}

function of(rate: string, category: VatCategory, record: KnownVatRate | undefined): LineVat {
  const text = plain(decimal(rate));
  return { rate: text, category: correctedCategory(text, category), rateId: record?.id ?? null, name: record?.label ?? null };
}

const matching = (rates: readonly KnownVatRate[], rate: string, category: VatCategory): KnownVatRate | undefined => {
  const corrected = correctedCategory(rate, category);
  return rates.find(one => one.isActive && decimal(one.rate).eq(rate) && one.categoryCode === corrected);
};

/** Standard VAT rates of the other EU member states in percent (European Commission, rates of 2026). */
const EU_STANDARD_RATES: Record<string, string> = {
  AT: '20',
  BE: '21',
  BG: '20',
  CY: '19',
  CZ: '21',
  DE: '19',
  DK: '25',
  EE: '24',
  ES: '21',
  FI: '25.5',
  FR: '20',
  GR: '24',
  HR: '25',
  HU: '27',
  IE: '23',
  IT: '22',
  LT: '21',
  LU: '17',
  LV: '21',
  MT: '18',
  NL: '21',
  PL: '23',
  PT: '23',
  SE: '25',
  SI: '22',
  SK: '23',
};

/** The standard rate of another EU member state in percent; undefined for other countries. */
export const standardRateOf = (country: string): string | undefined => EU_STANDARD_RATES[country];

/** What the rules of `autoApplyVatRules` need of a buyer. */
export interface AutomaticBuyer {
  country: string;
  vatCode: string | null;
  /** What the EU VAT register answered about the number; null: it was not asked, or could not be. */
  viesValid: boolean | null;
}

/** Whether the VAT for a buyer depends on the EU VAT register, which has not answered. */
export const awaitsRegister = ({ country, vatCode, viesValid }: AutomaticBuyer): boolean =>
  country in EU_STANDARD_RATES && vatCode !== null && viesValid === null;

/**
 * The VAT of a line for a buyer with `autoApplyVatRules` (TAX-20 to TAX-22). For a buyer in another EU state whose
 * VAT number is valid (VIES): reverse charge for services, an intra-community supply for goods; what is not known counts as a service.
 * For any other buyer there: the standard rate of the destination. Undefined (no rule applies) for all others, and while the register has
 * not answered.
 */
export function automaticVat(buyer: AutomaticBuyer | null, kind: 'goods' | 'service' | undefined): LineVat | undefined {
  const destination = buyer ? EU_STANDARD_RATES[buyer.country] : undefined;
  if (!buyer || destination === undefined || awaitsRegister(buyer)) return undefined;
  const none = { rateId: null, name: null };
  if (!buyer.viesValid) return { rate: destination, category: 'S', ...none };
  return { rate: '0', category: kind === 'goods' ? 'K' : 'AE', ...none };
}
