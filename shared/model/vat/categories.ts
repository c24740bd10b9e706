/** VAT category codes, UNTDID 5305 as the contract lists them (completions-documents §13.3). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** The other categories of EN 16931, on received documents alone: IGIC (L), IPSI (M), split payment (B). */
export const RECEIVED_VAT_CATEGORIES = ['L', 'M', 'B'] as const;
export type StatedVatCategory = VatCategory | (typeof RECEIVED_VAT_CATEGORIES)[number];

/** One VAT breakdown group (BG-23) of the stored totals: lines only, without document allowances and charges. */
export interface VatGroup {
  category: StatedVatCategory;
  rate: string;
  taxable: string;
  vat: string;
}
