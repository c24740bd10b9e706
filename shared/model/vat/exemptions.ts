import { supplierOf } from '../roles.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import type { StatedVatCategory } from './categories.ts';

/** The exemption reason of a group of the VAT breakdown (BT-120, BT-121). */
export interface ExemptionReason {
  code: string | null;
  text: string | null;
}

/**
 * The code of amounts that are no part of the taxable amount (Directive 2006/112/EC, art. 79 c; Fiscal Code, art. 286 (4) e): what the buyer
 * returns of what was paid in his name.
 */
export const NOT_IN_BASE_CODE = 'VATEX-EU-79-C';

/** Default reasons by category. Category E has none, so the caller must state its reason (BR-E-10). */
const BY_CATEGORY: Partial<Record<StatedVatCategory, ExemptionReason>> = {
  AE: { code: 'VATEX-EU-AE', text: 'Taxare inversă' },
  K: { code: 'VATEX-EU-IC', text: 'Livrare intracomunitară' },
  G: { code: 'VATEX-EU-G', text: 'Export în afara Uniunii Europene' },
  O: { code: 'VATEX-EU-O', text: 'Operațiune în afara sferei TVA' },
};

/** The default reason of a category; undefined for all but AE, K, G and O. */
export const categoryReason = (category: string): ExemptionReason | undefined =>
  Object.hasOwn(BY_CATEGORY, category) ? BY_CATEGORY[category as StatedVatCategory] : undefined;

/** Categories whose breakdown needs a reason (BR-AE-10, BR-E-10, BR-IC-10, BR-G-10, BR-O-10); S and Z must have none. */
const needsExemptionReason = (category: StatedVatCategory): boolean => category === 'E' || category in BY_CATEGORY;

/**
 * The exemption reason of a category's group: those that its lines state; for lines without one, the category's default, or for
 * category E that of the document, else of the seller. Such a category has only one group, so different reasons of lines are
 * joined. Null if the category needs none or none is known.
 */
export function exemptionReason(document: InvoiceDocument, category: StatedVatCategory): ExemptionReason | null {
  if (!needsExemptionReason(category)) return null;
  const fallback = fallbackReason(document, category);
  const ofLines = document.lines
    .filter(line => line.vatCategoryCode === category)
    .map(line => statedReason(line.ublExtensions) ?? fallback);
  const reasons = distinct(ofLines.length > 0 ? ofLines : [fallback]);
  if (reasons.length <= 1) return reasons[0] ?? null;

  const codes = new Set(reasons.map(reason => reason.code));
  // A group can have one code only (UBL); if lines have different codes, each text begins with its code.
  if (codes.size === 1) return { code: reasons[0]!.code, text: joined(reasons.map(reason => reason.text)) };
  return { code: null, text: joined(reasons.map(reason => [reason.code, reason.text].filter(Boolean).join(' '))) };
}

/** The reason of lines that state none. */
const fallbackReason = (
  document: Pick<InvoiceDocument, 'ublExtensions'> & Parameters<typeof supplierOf>[0],
  category: StatedVatCategory,
) => BY_CATEGORY[category] ?? statedReason(document.ublExtensions) ?? statedReason(supplierOf(document));

/** The reason of one line of a category that needs one. */
export const reasonOfLine = (document: InvoiceDocument, line: DocumentLine): ExemptionReason | null =>
  statedReason(line.ublExtensions) ?? fallbackReason(document, line.vatCategoryCode);

/** The reason that a document, a line or a company states; null when it states none. */
export function statedReason(
  extensions:
    { taxExemptionReason?: string | null | undefined; taxExemptionReasonCode?: string | null | undefined } | null | undefined,
): ExemptionReason | null {
  const text = extensions?.taxExemptionReason?.trim() || null;
  // The code list is in upper case; the rules ignore case (BR-CL-22).
  const code = extensions?.taxExemptionReasonCode?.trim().toUpperCase() || null;
  return text || code ? { code, text } : null;
}

function distinct(reasons: (ExemptionReason | null)[]): ExemptionReason[] {
  const byValue = new Map(reasons.filter(reason => reason !== null).map(reason => [`${reason.code} ${reason.text}`, reason]));
  return [...byValue.values()];
}

const joined = (texts: (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('; ');
