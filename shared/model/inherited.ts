import { withNotInBase } from './amounts/payable.ts';
import { exemptionReason, type ExemptionReason, statedReason } from './vat/exemptions.ts';
import type { DocumentExtensions } from './extensions.ts';
import type { Invoice, InvoiceDocument } from './invoice.ts';
import type { DocumentLine } from './line.ts';

/**
 * The `ublExtensions` that a credit note inherits from the credited invoice (CRN-19 to CRN-21): date and place of
 * delivery, period of an intra-community supply, exemption reason and code. They are copied when the credit note is created or
 * replaced, so that answers show them and later changes of the invoice do not affect them. Values that the credit note states take
 * precedence; null or `{}` states nothing, so an inherited value can be replaced but not removed. Pure.
 */

/** The credit note with the inherited values. @param parent the credited invoice */
export function withInherited(creditNote: InvoiceDocument, parent: InvoiceDocument): InvoiceDocument {
  return withNotInBase({
    ...creditNote,
    ublExtensions: inheritedExtensions(creditNote.ublExtensions, parent),
    lines: creditNote.lines.map(line => withReason(withKind(line, parent), creditNote, parent)),
  });
}

/** The line with the kind of the same item at 0 % on the invoice: what was no turnover is none when it is returned. */
function withKind(line: DocumentLine, parent: InvoiceDocument): DocumentLine {
  if (line.turnoverKind) return line;
  const credited = parent.lines.find(one => one.vatCategoryCode === line.vatCategoryCode && isSameItem(one, line));
  return credited?.turnoverKind ? { ...line, turnoverKind: credited.turnoverKind } : line;
}

function inheritedExtensions(own: DocumentExtensions | null, parent: Invoice): DocumentExtensions | null {
  const delivery = { ...parent.ublExtensions?.delivery, ...defined(own?.delivery) };
  const period = own?.invoicePeriod ?? (delivery.actualDeliveryDate ? undefined : periodOfSupply(parent));
  const merged: DocumentExtensions = {
    ...defined(own),
    ...(statedReason(own) ? {} : asExtensions(reasonOf(parent))),
    ...(Object.keys(delivery).length > 0 && { delivery }),
    ...(period && { invoicePeriod: period }),
  };
  return Object.keys(merged).length > 0 ? merged : null;
}

/** The invoicing period of an intra-community supply, which must have a date of delivery or a period (BR-IC-11). */
function periodOfSupply({ vatGroups, ublExtensions }: Invoice): DocumentExtensions['invoicePeriod'] {
  const { startDate, endDate } = ublExtensions?.invoicePeriod ?? {};
  if (!vatGroups.some(group => group.category === 'K') || !(startDate ?? endDate)) return undefined;
  return defined({ startDate, endDate });
}

/** The exemption reason of the invoice for category E, except those of lines: the invoice's own, else that of its seller. */
const reasonOf = ({ ublExtensions, seller, vatGroups }: Invoice): ExemptionReason | null =>
  statedReason(ublExtensions) ?? (vatGroups.some(group => group.category === 'E') ? statedReason(seller) : null);

/**
 * The line with the exemption reason of the invoice's line with the same category and product (or description); if there is no such
 * line, with the reason of the whole category. Unchanged if no line of the category states a reason on the invoice.
 */
function withReason(line: DocumentLine, creditNote: InvoiceDocument, parent: InvoiceDocument): DocumentLine {
  const { vatCategoryCode: category } = line;
  // A reason stated by the credit note itself applies to all its lines of category E.
  if (statedReason(line.ublExtensions) || (category === 'E' && statedReason(creditNote.ublExtensions))) return line;
  const group = exemptionReason(parent, category);
  const those = parent.lines.filter(one => one.vatCategoryCode === category);
  if (!group || !those.some(one => statedReason(one.ublExtensions))) return line;
  const credited = those.find(one => isSameItem(one, line));
  const reason = asExtensions(credited ? statedReason(credited.ublExtensions) : group);
  return Object.keys(reason).length > 0 ? { ...line, ublExtensions: { ...line.ublExtensions, ...reason } } : line;
}

const isSameItem = (one: DocumentLine, other: DocumentLine): boolean =>
  one.productId && other.productId ? one.productId === other.productId : one.description === other.description;

const asExtensions = (
  reason: ExemptionReason | null,
): Pick<DocumentExtensions, 'taxExemptionReason' | 'taxExemptionReasonCode'> =>
  defined({ taxExemptionReason: reason?.text ?? undefined, taxExemptionReasonCode: reason?.code ?? undefined });

/** Drops keys whose value is undefined; a null in the request arrives here as undefined. */
const defined = <T extends object>(value: T | null | undefined): T =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => one !== undefined)) as T;
