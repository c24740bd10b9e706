import { decimal } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';

/**
 * Whether VAT on collection applies to a document: it has `tvaLaIncasare`, a line, allowance or charge is taxed (category S above 0 %), and
 * the client is not affiliated. Reverse charge, exempt supplies, exports and supplies outside Romania are excluded, and so are those to
 * affiliated persons (Fiscal Code, art. 282 (6) a-d). The mention and the tax point code (BT-8) are stated for the whole document, so one
 * with other lines beside taxed ones has them. Pure.
 */
export function vatOnCollectionApplies({
  tvaLaIncasare,
  client,
  lines,
  ublExtensions,
}: Pick<InvoiceDocument, 'tvaLaIncasare' | 'client' | 'lines' | 'ublExtensions'>): boolean {
  if (!tvaLaIncasare || client?.isAffiliated) return false;
  return [
    ...lines.map(line => ({ category: line.vatCategoryCode, rate: line.vatRate })),
    ...(ublExtensions?.allowanceCharges ?? []).map(entry => ({ category: entry.taxCategoryCode, rate: entry.taxRate })),
  ].some(({ category, rate }) => category === 'S' && decimal(rate).gt(0));
}
