import { supplierOf } from '../roles.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { StatedVatCategory } from './categories.ts';

/** Why a VAT breakdown group carries no VAT (BT-120, BT-121). */
export interface ExemptionReason {
  code: string | null;
  text: string | null;
}

/** What the category itself says; category E says nothing, so its reason is the caller's (BR-E-10). */
const BY_CATEGORY: Partial<Record<StatedVatCategory, ExemptionReason>> = {
  AE: { code: 'VATEX-EU-AE', text: 'Taxare inversă' },
  K: { code: 'VATEX-EU-IC', text: 'Livrare intracomunitară' },
  G: { code: 'VATEX-EU-G', text: 'Export în afara Uniunii Europene' },
  O: { code: 'VATEX-EU-O', text: 'Operațiune în afara sferei TVA' },
};

/** The reason that the category says by itself; undefined for E, S and Z, and for those of received documents alone. */
export const categoryReason = (category: string): ExemptionReason | undefined =>
  Object.hasOwn(BY_CATEGORY, category) ? BY_CATEGORY[category as StatedVatCategory] : undefined;

/** Categories whose breakdown needs a reason (BR-AE-10, BR-E-10, BR-IC-10, BR-G-10, BR-O-10); S and Z must have none. */
const needsExemptionReason = (category: StatedVatCategory): boolean => category === 'E' || category in BY_CATEGORY;

/**
 * The exemption reason of a category's group: the lines' own, else (E) the document's, else the seller's, else the category's. There is one
 * group per such category, so different reasons of its lines are joined. Null where none is due or none is known.
 */
export function exemptionReason(document: InvoiceDocument, category: StatedVatCategory): ExemptionReason | null {
  if (!needsExemptionReason(category)) return null;
  const fallback = BY_CATEGORY[category] ?? statedReason(document.ublExtensions) ?? statedReason(supplierOf(document));
  const ofLines = document.lines
    .filter(line => line.vatCategoryCode === category)
    .map(line => statedReason(line.ublExtensions) ?? fallback);
  const reasons = distinct(ofLines.length > 0 ? ofLines : [fallback]);
  if (reasons.length <= 1) return reasons[0] ?? null;

  const codes = new Set(reasons.map(reason => reason.code));
  // The breakdown has room for one code (UBL); where lines differ, each text carries its own.
  if (codes.size === 1) return { code: reasons[0]!.code, text: joined(reasons.map(reason => reason.text)) };
  return { code: null, text: joined(reasons.map(reason => [reason.code, reason.text].filter(Boolean).join(' '))) };
}

/** The reason that a document, a line or a company states itself; null when it states none. */
export function statedReason(
  extensions:
    { taxExemptionReason?: string | null | undefined; taxExemptionReasonCode?: string | null | undefined } | null | undefined,
): ExemptionReason | null {
  const text = extensions?.taxExemptionReason?.trim() || null;
  // The list is in capitals, and the rules compare without regard to case (BR-CL-22).
  const code = extensions?.taxExemptionReasonCode?.trim().toUpperCase() || null;
  return text || code ? { code, text } : null;
}

function distinct(reasons: (ExemptionReason | null)[]): ExemptionReason[] {
  const byValue = new Map(reasons.filter(reason => reason !== null).map(reason => [`${reason.code} ${reason.text}`, reason]));
  return [...byValue.values()];
}

const joined = (texts: (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('; ');
