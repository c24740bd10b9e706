/** VAT category codes of UNTDID 5305 that requests may use (TAX-11). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** The other categories of EN 16931, which only received documents may have: IGIC (L), IPSI (M), split payment (B). */
export const RECEIVED_VAT_CATEGORIES = ['L', 'M', 'B'] as const;
export type StatedVatCategory = VatCategory | (typeof RECEIVED_VAT_CATEGORIES)[number];

/** A group of the VAT breakdown (BG-23) in the stored totals: of lines only, without document-level allowances and charges. */
export interface VatGroup {
  category: StatedVatCategory;
  rate: string;
  taxable: string;
  vat: string;
}
