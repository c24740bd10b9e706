import { EU_COUNTRIES } from '../codes/lists.ts';
import type { InvoiceDocument } from '../invoice.ts';
import { customerOf, owesOtherwise, supplierOf } from '../roles.ts';
import type { StatedVatCategory } from '../vat/categories.ts';
import { exemptionReason, NOT_IN_BASE_CODE } from '../vat/exemptions.ts';

/** What the law calls the operations of a document, by which journals and returns group them. */
export const OPERATIONS = [
  'domestic',
  'reverse_charge',
  'goods_eu',
  'services_eu',
  'import',
  'export',
  'exempt_with_deduction',
  'exempt_without_deduction',
  'outside',
  'margin',
  'not_in_base',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Whether a document is a sale or a purchase of the company (TAX-54). */
export type FiscalRole = 'sale' | 'purchase';

/** The role of a document: a self-billed one (type 389) that the company issued is a purchase, one that it received is a sale. */
export const fiscalRoleOf = (document: Parameters<typeof owesOtherwise>[0]): FiscalRole =>
  (document.direction === 'outgoing') !== owesOtherwise(document) ? 'sale' : 'purchase';

/** The other party: the buyer of a sale, the supplier of a purchase; null for a buyer that only the receiver fields name. */
export const partnerOf = (document: Parameters<typeof fiscalRoleOf>[0] & Parameters<typeof supplierOf>[0]) =>
  fiscalRoleOf(document) === 'sale' ? customerOf(document) : supplierOf(document);

/** Exemptions with the right of deduction (Fiscal Code, art. 294, 295): exports, transport, ships, diplomats, warehouses. */
const WITH_DEDUCTION = /^VATEX-EU-(143|144|146|148|151|153|159|309|G$|IC$)/;
/** Special schemes of the margin (art. 311, 312): travel agencies, second-hand goods, works of art, antiques. */
const MARGIN = /^VATEX-EU-[DFIJ]$/;

/** Category E by the code of its reason; a reason without a known code gives no right of deduction, which is the safe side. */
function exemptOperation(code: string | null | undefined): Operation {
  if (code === NOT_IN_BASE_CODE) return 'not_in_base';
  if (code && MARGIN.test(code)) return 'margin';
  return code && WITH_DEDUCTION.test(code) ? 'exempt_with_deduction' : 'exempt_without_deduction';
}

export type Place = 'domestic' | 'union' | 'elsewhere';

/** Where a country is. @param country ISO 3166-1, or `EL` for Greece as in VAT numbers */
export function placeOf(country: string): Place {
  const code = country.toUpperCase();
  if (code === 'RO') return 'domestic';
  return EU_COUNTRIES.has(code === 'EL' ? 'GR' : code) ? 'union' : 'elsewhere';
}

/** Whether a country is another member state for goods: Northern Ireland (`XI`) is too (Protocol to the Withdrawal Agreement, art. 8; TAX-26). */
export const isStateForGoods = (country: string): boolean => placeOf(country) === 'union' || country.toUpperCase() === 'XI';

const REVERSE_CHARGE: Record<FiscalRole, Record<Place, Operation>> = {
  // A service to a business abroad is taxed where the buyer is (art. 278 (2)); the list of the Union has those within it only.
  sale: { domestic: 'reverse_charge', union: 'services_eu', elsewhere: 'outside' },
  // What a business elsewhere supplies is owed by the buyer as under reverse charge (art. 307 (6)).
  purchase: { domestic: 'reverse_charge', union: 'services_eu', elsewhere: 'reverse_charge' },
};

/** The operation of a purchase that was entered by hand, where its kind says it (PUR-9). */
function operationOfPurchase({ purchase }: InvoiceDocument, category: StatedVatCategory): Operation | undefined {
  switch (purchase?.kind) {
    case 'goods_eu':
    case 'services_eu':
    case 'import':
      return purchase.kind;
    case 'services_abroad':
      return 'reverse_charge';
    case 'receipt':
    case 'invoice':
      return category === 'O' ? 'outside' : category === 'AE' ? 'reverse_charge' : undefined;
    case undefined:
      return undefined;
  }
}

/** The operation of a VAT group of a document. Pure. */
export function operationOf(document: InvoiceDocument, category: StatedVatCategory): Operation {
  const entered = operationOfPurchase(document, category);
  if (entered) return entered;
  const role = fiscalRoleOf(document);
  const place = placeOf(partnerOf(document)?.country ?? document.receiverCountry ?? 'RO');
  switch (category) {
    case 'S':
    case 'Z':
    case 'B':
      return 'domestic';
    case 'AE':
      return REVERSE_CHARGE[role][place];
    case 'K':
      return 'goods_eu';
    case 'G':
      return 'export';
    case 'E':
      return exemptOperation(exemptionReason(document, 'E')?.code);
    case 'O':
      return role === 'purchase' && place !== 'domestic' ? REVERSE_CHARGE.purchase[place] : 'outside';
    case 'L':
    case 'M':
      return 'outside';
  }
}
