/** Purchases that do not come from the tax authority, and are entered by hand (PUR-1). */

export const PURCHASE_KINDS = ['goods_eu', 'services_eu', 'services_abroad', 'import', 'receipt', 'invoice'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

/** The customs document of an import. Amounts are decimals with two digits. */
export interface Customs {
  number: string;
  date: string;
  /** The VAT that was paid at customs; null: none was, the company owes it itself (Fiscal Code, art. 326 (4), (5)). */
  vatLei: string | null;
  /** The base of that VAT; null: the value of the invoice. */
  baseLei: string | null;
}

/** What a purchase that was entered by hand has besides an invoice. */
export interface ManualPurchase {
  kind: PurchaseKind;
  /** Imports only. */
  customs?: Customs;
}

/** Where a document is from: entered by hand as a purchase, delivered by the tax authority, or issued with another program; null: made here. */
export type Source = 'manual' | 'taxauth' | 'import';

interface Sourced {
  status: string;
  purchase?: ManualPurchase | undefined;
  imported?: boolean | null | undefined;
}

export const sourceOf = ({ status, purchase, imported }: Sourced): Source | null =>
  imported ? 'import' : purchase ? 'manual' : status === 'synced' ? 'taxauth' : null;

/**
 * Whether the company owes the VAT of a purchase itself, in the month of the tax point, whenever the document was received (Fiscal Code,
 * art. 283, 284, 307, 326). Pure.
 */
export const isSelfAssessed = ({ kind, customs }: ManualPurchase): boolean =>
  kind === 'goods_eu' ||
  kind === 'services_eu' ||
  kind === 'services_abroad' ||
  (customs !== undefined && customs.vatLei === null);
