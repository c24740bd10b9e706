import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { EU_COUNTRIES } from '../codes/lists.ts';
import { compact, withoutPrefix } from '../identifiers.ts';
import type { Seller } from '../party.ts';
import type { VatCategory, VatGroup } from '../vat/categories.ts';
import type { Customs, PurchaseKind } from './model.ts';

/** What each kind of purchase requires (PUR-3 to PUR-6). Pure. */

export interface PurchaseFacts {
  kind: PurchaseKind;
  seller: Pick<Seller, 'cif' | 'vatCode' | 'country'>;
  customs: Customs | null;
  /** The tax number of the buyer that is printed on a receipt. */
  buyerCif: string | null;
  issueDate: string;
  /** The day of its entry in the journal; undefined: that of its issue. */
  receivedDate: string | undefined;
  dueDate: string | null;
  today: string;
}

/** The VAT categories that groups of a kind may have; the first is the default. */
export function categoriesOf(
  { kind, customs, seller }: Pick<PurchaseFacts, 'kind' | 'customs' | 'seller'>,
  rate: string | undefined,
): readonly [VatCategory, ...VatCategory[]] {
  switch (kind) {
    case 'goods_eu':
      return ['K'];
    case 'services_eu':
    case 'services_abroad':
      return ['AE'];
    case 'import':
      return customs?.vatLei == null ? ['AE'] : ['S'];
    case 'receipt':
      return rate === undefined || decimal(rate).gt(0) ? ['S', 'Z', 'E', 'O'] : ['E', 'Z', 'O'];
    case 'invoice':
      // VAT of another country is no VAT that can be deducted here: it is part of the price.
      if (!chargesRomanianVat(seller)) return ['O'];
      return rate === undefined || decimal(rate).gt(0) ? ['S', 'Z', 'E', 'AE', 'O'] : ['E', 'Z', 'AE', 'O'];
  }
}

/** The supplier is of Romania, or registered for VAT in it. */
const chargesRomanianVat = ({ country, vatCode, cif }: PurchaseFacts['seller']): boolean =>
  country === 'RO' || [vatCode, cif].some(number => /^RO\d/.test(compact(number) ?? ''));

const isMemberState = (country: string): boolean => EU_COUNTRIES.has(country) && country !== 'RO';

/** A VAT number with the prefix of its state: `EL` for Greece; `XI` for goods of Northern Ireland, which the Union's rules apply to. */
function hasUnionNumber({ country, vatCode }: PurchaseFacts['seller'], kind: PurchaseKind): boolean {
  const number = compact(vatCode) ?? '';
  const prefix = country === 'GR' ? 'EL' : country === 'GB' && kind === 'goods_eu' ? 'XI' : country;
  return number.startsWith(prefix) && /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(number);
}

type Check = [isWrong: boolean, field: string, message: string];

/** What is wrong with a purchase, by the field of its request; empty: nothing. @param companyCif tax number of the company */
export function purchaseProblems(facts: PurchaseFacts, companyCif: string): FieldErrors {
  const { issueDate, receivedDate = issueDate, dueDate, customs, kind, today } = facts;
  const checks: Check[] = [
    ...supplierChecks(facts, companyCif),
    [kind === 'import' && customs === null, 'customs', 'is required for an import: number and date of the customs document'],
    [kind !== 'import' && customs !== null, 'customs', 'is for kind import only: leave it out'],
    [customs?.baseLei != null && decimal(customs.baseLei).lte(0), 'customs.baseLei', 'must be more than 0'],
    // A year that is mistyped would hide the VAT in a month that nobody looks at.
    [issueDate > today, 'issueDate', 'must not be after today'],
    [receivedDate > today && issueDate <= today, 'receivedDate', 'must not be after today'],
    [receivedDate < issueDate, 'receivedDate', 'must not be before issueDate'],
    [dueDate !== null && dueDate < issueDate, 'dueDate', 'must not be before issueDate'],
  ];
  const errors: FieldErrors = {};
  for (const [isWrong, field, message] of checks) if (isWrong) (errors[field] ??= []).push(message);
  return errors;
}

function supplierChecks({ kind, seller, buyerCif }: PurchaseFacts, companyCif: string): Check[] {
  const { country } = seller;
  const isUnion = isMemberState(country) || (country === 'GB' && kind === 'goods_eu' && hasUnionNumber(seller, kind));
  switch (kind) {
    case 'goods_eu':
    case 'services_eu':
      return [
        [!isUnion, 'supplier.country', `must be another member state of the Union for ${kind}`],
        [
          isUnion && !hasUnionNumber(seller, kind),
          'supplier.vatCode',
          'is required for a supplier of the Union: its VAT number with the prefix of its state',
        ],
      ];
    case 'services_abroad':
    case 'import':
      return [
        [
          country === 'RO' || isMemberState(country),
          'supplier.country',
          `must be outside of the Union for ${kind}; from a member state use goods_eu or services_eu`,
        ],
      ];
    case 'receipt': {
      const digits = withoutPrefix(compact(seller.cif ?? seller.vatCode) ?? '');
      const isBuyer = buyerCif !== null && withoutPrefix(compact(buyerCif) ?? '') === withoutPrefix(compact(companyCif) ?? '');
      return [
        [country !== 'RO', 'supplier.country', 'must be RO for a receipt'],
        [!/^\d{2,10}$/.test(digits), 'supplier.cif', 'is required for a receipt: the Romanian tax number of the supplier'],
        [
          !isBuyer,
          'buyerCif',
          'must be the tax number of the company, as it is printed on the receipt: without it the VAT cannot be deducted',
        ],
      ];
    }
    case 'invoice':
      return [];
  }
}

/** A group of a request, its defaults filled in. */
export interface StatedGroup {
  group: VatGroup;
  /** Whether the request states the VAT, rather than leave it to base and rate. */
  vatStated: boolean;
}

/** By how much stated VAT may differ from base and rate, in the document's currency: as EN 16931 (BR-CO-17) as published allows. */
const TOLERANCE = '1';

/**
 * What is wrong with the VAT groups, by field.
 *
 * @param path of a group in the request, such as `groups.0`
 */
export function groupProblems(
  groups: readonly StatedGroup[],
  facts: Pick<PurchaseFacts, 'kind' | 'customs' | 'seller'>,
  path: (place: number) => { category: string; rate: string; vat: string },
): FieldErrors {
  const errors: FieldErrors = {};
  const report = (field: string, message: string): void => void (errors[field] ??= []).push(message);
  for (const [place, { group, vatStated }] of groups.entries()) {
    const { category, rate, taxable, vat } = group;
    const at = path(place);
    const allowed = categoriesOf(facts, category === 'S' ? undefined : rate);
    if (!(allowed as readonly string[]).includes(category))
      report(
        at.category,
        `must be ${allowed.join(', ')} for kind ${facts.kind}${allowed[0] === 'O' ? ' of a supplier without a Romanian VAT number, with the VAT of its country in base' : ''}`,
      );
    if (category === 'S' ? decimal(rate).lte(0) : !decimal(rate).eq(0))
      report(
        at.rate,
        category === 'S'
          ? 'must be more than 0 for category S'
          : `must be 0 for category ${category}; VAT that the company owes itself follows from selfAssessedRate`,
      );
    if (!vatStated) continue;
    const expected = facts.kind === 'import' ? decimal(0) : decimal(taxable).times(rate).div(100);
    if (
      decimal(vat)
        .minus(expected)
        .abs()
        .gt(expected.eq(0) ? 0 : TOLERANCE)
    )
      report(
        at.vat,
        facts.kind === 'import'
          ? 'must be 0 for an import: the VAT is in customs.vatLei'
          : `must be base × rate, ${expected.toFixed(2)}, or within ${TOLERANCE} of it`,
      );
  }
  return errors;
}
