import type { InvoiceDocument } from '../invoice.ts';

/**
 * Whether VAT on collection applies to a document: it says so, and it has something that reverse charge does not cover. Supplies
 * whose VAT the buyer owes (category AE) are outside of it (Fiscal Code, art. 282 (6)). The mention and the tax point code (BT-8)
 * are of the document as a whole, so a document that mixes both keeps them for its other lines. Pure.
 */
export function vatOnCollectionApplies({
  tvaLaIncasare,
  lines,
  ublExtensions,
}: Pick<InvoiceDocument, 'tvaLaIncasare' | 'lines' | 'ublExtensions'>): boolean {
  const categories = [
    ...lines.map(line => line.vatCategoryCode),
    ...(ublExtensions?.allowanceCharges ?? []).map(entry => entry.taxCategoryCode),
  ];
  return tvaLaIncasare && (categories.length === 0 || categories.some(category => category !== 'AE'));
}
