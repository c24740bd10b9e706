import { Big } from '#shared/base/kernel/money.ts';
import type { XmlElement } from '../../xml/node.ts';
import { isNearVat } from './br-co.ts';
import type { CATEGORY } from '../contexts/en16931.ts';
import type { Facts, VatCategory } from '../facts.ts';
import {
  at,
  decimalAt,
  doubleOf,
  equal,
  has,
  isVat,
  isVatOnly,
  normalized,
  normalizedAt,
  single,
  Undecidable,
} from '../values.ts';

/** The conditions of the rules on VAT categories; `br-vat.ts` says which category has which. */

type Code = keyof typeof CATEGORY;
/** The parties that must have tax identifiers where the category is used; with `nobody`, none may have a VAT identifier. */
type Parties = 'seller' | 'seller VAT' | 'seller and buyer' | 'seller VAT and buyer VAT' | 'nobody';
/** What the VAT rate must be. */
type Rate = 'positive' | 'not negative' | 'zero' | 'none';

export interface Pattern {
  /** The beginning of the rule ids, such as `BR-S`. */
  prefix: string;
  code: Code;
  name: string;
  parties: Parties;
  rate: Rate;
  /** Whether the breakdown must give the reason of exemption; otherwise it must give none. */
  reason: boolean;
}

export const isTaxed = ({ rate }: Pattern): boolean => rate === 'positive' || rate === 'not negative';

/** Whether one of the category's codes equals the code, ignoring white space. */
export const hasCode = (category: VatCategory, code: string): boolean => category.codes.some(each => normalized(each) === code);

/** As `hasCode`, for official rules that fail on a category with several codes. @throws Undecidable when it has several */
const isCode = (category: VatCategory, code: string): boolean =>
  category.codes.length > 1 ? normalizedAt(category.element, 'cbc:ID') === code : hasCode(category, code);

/** Rule 01: a category that is used needs an entry in the VAT breakdown; a taxed one that is not used must have none. */
export function inBreakdown(pattern: Pattern, facts: Facts): boolean {
  const { code } = pattern;
  if (!isTaxed(pattern)) {
    const used = [...facts.taxCategories(), ...facts.lineCategories()].some(each => each.vat && hasCode(each, code));
    const entries = facts
      .breakdown()
      .filter(each => each.vat)
      .flatMap(each => each.codes);
    return !used || entries.filter(each => normalized(each) === code).length === 1;
  }
  const counts = (each: VatCategory): boolean => (code === 'S' || each.vat) && isCode(each, code);
  const allowances = facts.taxCategories().filter(each => each.element.parent?.name === 'cac:AllowanceCharge');
  const used = [...allowances, ...facts.lineCategories()].some(counts);
  if (!used) return !facts.breakdown().some(counts);
  // The official rules differ: L and M compare the code as written, S without white space; S and L accept any tax scheme.
  if (code === 'S') return facts.breakdown().some(counts);
  return facts.breakdown().some(each => (code === 'L' || each.vat) && each.codes.includes(code));
}

/** Whether a line uses the category. For S the official rule counts lines of any tax scheme, but then requires one under VAT. */
export const onLine = (pattern: Pattern, facts: Facts): boolean =>
  pattern.code === 'S' ? facts.lineCategories().some(each => isCode(each, 'S')) : onVatLine(pattern, facts);

export const onVatLine = ({ code }: Pattern, facts: Facts): boolean =>
  facts.lineCategories().some(each => isCode(each, code) && each.vat);

export function onAllowance({ code }: Pattern, facts: Facts, charge: boolean): boolean {
  if (code === 'O')
    return facts
      .documentAllowances(charge)
      .some(each => at(each, 'cac:TaxCategory').some(category => normalizedAt(category, 'cbc:ID') === code && isVat(category)));
  // For charges of category L the official rule compares the code as written.
  const same = (each: VatCategory): boolean => (code === 'L' && charge ? each.codes.includes(code) : isCode(each, code));
  return facts.allowanceCategories(charge).some(each => same(each) && each.vat);
}

/** Whether a party has a tax identifier (BT-31, 32, 48, 63): of VAT only, or of any tax. */
function taxIdentified(facts: Facts, party: 'seller' | 'buyer' | 'representative', vatOnly: boolean): boolean {
  return facts.once(`identified ${party} ${vatOnly}`, () => {
    const parents = {
      seller: ['cac:Party', 'cac:AccountingSupplierParty'],
      buyer: ['cac:Party', 'cac:AccountingCustomerParty'],
      representative: ['cac:TaxRepresentativeParty'],
    }[party];
    return facts
      .under('cac:PartyTaxScheme', ...parents)
      .some(scheme => (!vatOnly || isVatOnly(scheme)) && has(scheme, 'cbc:CompanyID'));
  });
}

const legallyIdentified = (facts: Facts): boolean =>
  facts.under('cbc:CompanyID', 'cac:PartyLegalEntity', 'cac:Party', 'cac:AccountingCustomerParty').length > 0;
const sellerTax = (facts: Facts): boolean =>
  taxIdentified(facts, 'seller', false) || taxIdentified(facts, 'representative', true);
const sellerVat = (facts: Facts): boolean => taxIdentified(facts, 'seller', true) || taxIdentified(facts, 'representative', true);
const buyerVat = (facts: Facts): boolean => taxIdentified(facts, 'buyer', true);

export const IDENTIFIED: Record<Parties, { term: string; message: string; holds: (facts: Facts) => boolean }> = {
  seller: {
    term: 'BT-31',
    message: "give the seller's VAT or tax identifier, or the VAT identifier of the tax representative.",
    holds: sellerTax,
  },
  'seller VAT': {
    term: 'BT-31',
    message: "give the seller's VAT identifier, or that of the tax representative.",
    holds: sellerVat,
  },
  'seller and buyer': {
    term: 'BT-48',
    message: "give the seller's VAT or tax identifier and the buyer's VAT or legal identifier.",
    holds: facts => sellerTax(facts) && (buyerVat(facts) || legallyIdentified(facts)),
  },
  'seller VAT and buyer VAT': {
    term: 'BT-48',
    message: 'give the VAT identifiers of seller (or tax representative) and buyer.',
    holds: facts => sellerVat(facts) && buyerVat(facts),
  },
  nobody: {
    term: 'BT-31',
    message: 'leave out the VAT identifiers of seller, tax representative and buyer.',
    holds: facts => !sellerVat(facts) && !buyerVat(facts),
  },
};

export const RATE: Record<Rate, { message: string; holds: (category: XmlElement) => boolean }> = {
  positive: {
    message: 'the rate must be greater than 0.',
    holds: each => at(each, 'cbc:Percent').some(rate => doubleOf(rate) > 0),
  },
  'not negative': {
    message: 'the rate must be 0 or more.',
    holds: each => at(each, 'cbc:Percent').some(rate => doubleOf(rate) >= 0),
  },
  zero: { message: 'the rate must be 0.', holds: each => decimalAt(each, 'cbc:Percent')?.eq(0) ?? false },
  none: { message: 'leave the rate out.', holds: each => !has(each, 'cbc:Percent') },
};

export function taxableAgrees(pattern: Pattern, category: XmlElement, facts: Facts): boolean {
  const { code } = pattern;
  const subtotal = category.parent!;
  if (!isTaxed(pattern)) {
    const exact = (line: 'cac:InvoiceLine' | 'cac:CreditNoteLine'): boolean =>
      facts.all(line).length > 0 && equal(decimalAt(subtotal, 'cbc:TaxableAmount'), facts.taxable(line, code, null));
    return exact('cac:InvoiceLine') || exact('cac:CreditNoteLine');
  }
  const rate = decimalAt(category, 'cbc:Percent');
  if (!rate) return true;
  const near = (line: 'cac:InvoiceLine' | 'cac:CreditNoteLine'): boolean => {
    const used =
      code === 'S'
        ? facts.existsAtRate(line, code, rate) || facts.existsAtRate('cac:AllowanceCharge', code, rate)
        : facts.all(line).length > 0;
    return used && isWithinOne(subtotal, facts.taxable(line, code, rate));
  };
  return near('cac:InvoiceLine') || near('cac:CreditNoteLine');
}

/**
 * Whether the taxable amount differs from the sum by less than 1. Like the official rules it computes the limits in floating point,
 * which can decide when the difference is exactly 1.
 */
function isWithinOne(subtotal: XmlElement, sum: Big): boolean {
  const amount = single(at(subtotal, 'cbc:TaxableAmount'));
  if (!amount) return false;
  const taxable = doubleOf(amount);
  if (!Number.isFinite(taxable)) throw new Undecidable('TaxableAmount must be a finite number.');
  return new Big(taxable - 1).lt(sum) && new Big(taxable + 1).gt(sum);
}

export function vatAgrees(pattern: Pattern, category: XmlElement): boolean {
  const vat = decimalAt(category.parent!, 'cbc:TaxAmount');
  if (!isTaxed(pattern)) return vat?.eq(0) ?? false;
  return isNearVat(vat, decimalAt(category.parent!, 'cbc:TaxableAmount'), decimalAt(category, 'cbc:Percent'));
}
