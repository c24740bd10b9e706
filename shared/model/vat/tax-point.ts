import { addDays } from '#shared/base/kernel/dates.ts';
import type { DocumentExtensions } from '../extensions.ts';

/** The fields that determine when the tax becomes due: of a document, or of a request. */
export interface TaxPointFacts {
  issueDate: string;
  taxPointDate?: string | null | undefined;
  ublExtensions?: Pick<DocumentExtensions, 'delivery' | 'invoicePeriod'> | null | undefined;
}

/**
 * The day on which the tax becomes due (Fiscal Code, art. 281, 282; TAX-32): a stated
 * tax point; else the earliest of delivery, end of the invoicing period and issue. Pure.
 *
 * @returns `YYYY-MM-DD`
 */
export function taxPointOf({ issueDate, taxPointDate, ublExtensions }: TaxPointFacts): string {
  if (taxPointDate) return taxPointDate;
  const days = [issueDate, ublExtensions?.delivery?.actualDeliveryDate, ublExtensions?.invoicePeriod?.endDate];
  return earliest(days);
}

/**
 * As `taxPointOf`, for a document of intra-community supplies alone: the issue date, or the 15th of the month after the delivery,
 * whichever is first (Fiscal Code, art. 283). Pure.
 */
export function intraCommunityTaxPointOf({ issueDate, taxPointDate, ublExtensions }: TaxPointFacts): string {
  if (taxPointDate) return taxPointDate;
  const delivered = ublExtensions?.delivery?.actualDeliveryDate ?? ublExtensions?.invoicePeriod?.endDate;
  return earliest([issueDate, delivered && fifteenthAfter(delivered)]);
}

/**
 * The tax point by the VAT categories of a document: the rule of intra-community supplies applies to a document of them alone. Pure.
 *
 * @param categories of its VAT groups, or of its lines, allowances and charges
 */
export const taxPointByCategories = (facts: TaxPointFacts, categories: readonly string[]): string =>
  categories.length > 0 && categories.every(category => category === 'K') ? intraCommunityTaxPointOf(facts) : taxPointOf(facts);

/** The 15th of the month after a day. */
const fifteenthAfter = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-15`;

const earliest = (days: readonly (string | undefined)[]): string =>
  days.filter(day => day !== undefined).reduce((first, day) => (day < first ? day : first));
