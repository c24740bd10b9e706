import { attributeOf, textOf, type XmlDocument, type XmlElement } from '../xml/node.ts';
import { Big } from '#shared/base/kernel/money.ts';
import { at, decimalAt, decimalOf, isCharge, isVat, normalized, single, sumOf } from './values.ts';

/** A `cac:TaxCategory` or `cac:ClassifiedTaxCategory`, with the values that rules compare. */
export interface VatCategory {
  element: XmlElement;
  /** Whether its tax scheme is VAT. */
  vat: boolean;
  /** Codes as written; more than one makes the rules that need a single one undecidable. */
  codes: readonly string[];
  /** The single code, normalised; empty where there is none, null where there are several. */
  code: string | null;
}

const NONE: readonly XmlElement[] = [];

/** Values of the whole document that several rules need, computed once and cached. */
export class Facts {
  readonly root: XmlElement;
  private readonly byName = new Map<string, XmlElement[]>();
  private readonly attributeNames: Map<string, XmlElement[]>;
  private readonly kept = new Map<string, unknown>();
  private readonly sums = new Map<XmlElement, Map<boolean, { count: number; sum: Big }>>();
  private readonly categories = new Map<XmlElement, VatCategory>();

  constructor(document: XmlDocument) {
    this.root = document.root;
    this.attributeNames = new Map();
    for (const element of document.elements) {
      const known = this.byName.get(element.name);
      if (known) known.push(element);
      else this.byName.set(element.name, [element]);
      for (const { name } of element.attributes) this.note(name, element);
    }
  }

  private note(attribute: string, element: XmlElement): void {
    const known = this.attributeNames.get(attribute);
    if (known) known.push(element);
    else this.attributeNames.set(attribute, [element]);
  }

  /** All elements with a name, in source order. */
  all(name: string): readonly XmlElement[] {
    return this.byName.get(name) ?? NONE;
  }

  /** All elements that have an attribute, in source order. */
  withAttribute(name: string): readonly XmlElement[] {
    return this.attributeNames.get(name) ?? NONE;
  }

  /** Elements with a name whose ancestors have the names given: the parent first, then its parent. */
  under(name: string, ...parents: string[]): XmlElement[] {
    return this.all(name).filter(element => hasParents(element, parents));
  }

  /** The result of `compute`, cached under a key. An error is not cached: the next caller computes, and fails, again. */
  once<T>(key: string, compute: () => T): T {
    if (!this.kept.has(key)) this.kept.set(key, compute());
    return this.kept.get(key) as T;
  }

  /** The sum and the number of the allowances (or charges) that are children of an element. */
  allowancesOf(parent: XmlElement, charge: boolean): { count: number; sum: Big } {
    const known = this.sums.get(parent)?.get(charge);
    if (known) return known;
    const elements = at(parent, 'cac:AllowanceCharge').filter(each => isCharge(each, charge));
    const fresh = { count: elements.length, sum: sumOf(elements, 'cbc:Amount') };
    this.sums.set(parent, (this.sums.get(parent) ?? new Map<boolean, typeof fresh>()).set(charge, fresh));
    return fresh;
  }

  /** The VAT category of a `cac:TaxCategory` or `cac:ClassifiedTaxCategory`, cached. */
  category(element: XmlElement): VatCategory {
    let category = this.categories.get(element);
    if (!category) this.categories.set(element, (category = vatCategory(element)));
    return category;
  }

  /** Every `cac:TaxCategory`. */
  taxCategories(): readonly VatCategory[] {
    return this.once('categories', () => this.all('cac:TaxCategory').map(each => this.category(each)));
  }

  /** Every `cac:ClassifiedTaxCategory`: the VAT of the lines. */
  lineCategories(): readonly VatCategory[] {
    return this.once('line categories', () => this.all('cac:ClassifiedTaxCategory').map(each => this.category(each)));
  }

  /** The categories of the VAT breakdown (BG-23) of the document. */
  breakdown(): readonly VatCategory[] {
    return this.once('breakdown', () =>
      at(this.root, 'cac:TaxTotal', 'cac:TaxSubtotal', 'cac:TaxCategory').map(each => this.category(each)),
    );
  }

  /** The VAT categories of all allowances (or charges), wherever they are in the document. */
  allowanceCategories(charge: boolean): readonly VatCategory[] {
    return this.once(`allowance categories ${charge}`, () =>
      this.allowances(charge).flatMap(each => at(each, 'cac:TaxCategory').map(each => this.category(each))),
    );
  }

  /** All allowances (or charges): of the document, of its lines and of prices. */
  allowances(charge: boolean): readonly XmlElement[] {
    return this.once(`allowances ${charge}`, () => this.all('cac:AllowanceCharge').filter(each => isCharge(each, charge)));
  }

  /** The allowances (or charges) of the document itself (BG-20, BG-21). */
  documentAllowances(charge: boolean): readonly XmlElement[] {
    return this.once(`document allowances ${charge}`, () =>
      at(this.root, 'cac:AllowanceCharge').filter(each => isCharge(each, charge)),
    );
  }

  /**
   * The taxable amount of a VAT category: its lines (of the element name `line`) plus its document charges less its document
   * allowances; with a rate, only those at that rate. The sums of a category are computed once for all its breakdown entries.
   */
  taxable(line: string, code: string, rate: Big | null): Big {
    const key = rate ? numberKey(rate) : '';
    const lines = this.once(`taxable ${line} ${code} ${rate !== null}`, () =>
      amounts(at(this.root, line), LINE_CATEGORY, 'cbc:LineExtensionAmount', code, rate !== null),
    );
    const sums = [true, false].map(charge =>
      this.once(`taxable allowances ${charge} ${code} ${rate !== null}`, () =>
        amounts(this.documentAllowances(charge), ALLOWANCE_CATEGORY, 'cbc:Amount', code, rate !== null),
      ),
    );
    const zero = new Big(0);
    return (lines.get(key) ?? zero).plus(sums[0]!.get(key) ?? zero).minus(sums[1]!.get(key) ?? zero);
  }

  /** Whether any element with the name has a VAT category with the code and one (perhaps another) with the rate. */
  existsAtRate(name: 'cac:InvoiceLine' | 'cac:CreditNoteLine' | 'cac:AllowanceCharge', code: string, rate: Big): boolean {
    const path = name === 'cac:AllowanceCharge' ? ALLOWANCE_CATEGORY : LINE_CATEGORY;
    return this.once(`rates ${name} ${code}`, () => new Set(this.all(name).flatMap(each => ratesOf(each, path, code)))).has(
      numberKey(rate),
    );
  }
}

const LINE_CATEGORY = ['cac:Item', 'cac:ClassifiedTaxCategory'];
const ALLOWANCE_CATEGORY = ['cac:TaxCategory'];
const numberKey = (value: Big): string => value.toFixed();

/**
 * The rates at which an element counts towards a VAT category. As in the official rules, code and rate may come from different
 * categories of the element.
 */
function ratesOf(element: XmlElement, path: readonly string[], code: string): string[] {
  const categories = at(element, ...path);
  if (!categories.some(category => codeOf(category) === code)) return [];
  const rates = categories.map(category => decimalAt(category, 'cbc:Percent'));
  return [...new Set(rates.flatMap(rate => (rate ? [numberKey(rate)] : [])))];
}

function amounts(
  elements: readonly XmlElement[],
  path: readonly string[],
  amount: string,
  code: string,
  byRate: boolean,
): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const element of elements) {
    const keys = byRate ? ratesOf(element, path, code) : at(element, ...path).some(each => codeOf(each) === code) ? [''] : [];
    if (keys.length === 0) continue;
    const value = single(at(element, amount));
    if (!value) continue;
    for (const key of keys) sums.set(key, (sums.get(key) ?? new Big(0)).plus(decimalOf(value)));
  }
  return sums;
}

function hasParents(element: XmlElement, parents: readonly string[]): boolean {
  let parent = element.parent;
  for (const name of parents) {
    if (parent?.name !== name) return false;
    parent = parent.parent;
  }
  return true;
}

function vatCategory(element: XmlElement): VatCategory {
  const codes = at(element, 'cbc:ID').map(textOf);
  return { element, vat: isVat(element), codes, code: codes.length > 1 ? null : normalized(codes[0] ?? '') };
}

/** The code of a VAT category, normalised; empty when it has none. @throws Undecidable when it has several */
export function codeOf(category: XmlElement): string {
  const id = single(at(category, 'cbc:ID'));
  return id ? normalized(textOf(id)) : '';
}

/** The elements that have the attribute. */
export const carriers = (elements: readonly XmlElement[], attribute: string): XmlElement[] =>
  elements.filter(element => attributeOf(element, attribute) !== undefined);
