import type { InvoiceDocument } from '../invoice.ts';

/**
 * Whether VAT on collection applies to a document: it has `tvaLaIncasare`, and not all of its lines, allowances and charges have
 * reverse charge (category AE), to which VAT on collection does not apply (Fiscal Code, art. 282 (6)). The mention and the tax
 * point code (BT-8) are stated for the whole document, so a document with other lines beside those has them. Pure.
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
