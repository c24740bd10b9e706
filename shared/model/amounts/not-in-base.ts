import { amount, type Big, round2, sum } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { StatedVatCategory } from '../vat/categories.ts';
import { isNotInBase } from '../vat/not-in-base.ts';
import { figures, isNegated } from './document-figures.ts';
import { lineRate } from './lei.ts';

/** What a document has of amounts that are no turnover (vat/not-in-base.ts). Pure. */

/** What is no turnover in the group of a category that has other lines too, with the sign of the document. */
export interface PartNotInBase {
  /** In the document's currency. */
  base: Big;
  baseLei: Big;
}

/** Net of the lines of a category that are no turnover; undefined when it has none. */
export function partNotInBase(document: InvoiceDocument, category: StatedVatCategory): PartNotInBase | undefined {
  const those = document.lines.filter(line => line.vatCategoryCode === category && isNotInBase(document, line));
  if (those.length === 0) return undefined;
  const ids = new Set(those.map(({ id }) => id));
  const negated = isNegated(document);
  const nets = figures(document)
    .lines.filter(({ line }) => ids.has(line.id))
    .map(({ line, net }) => ({ line, net: negated ? net.neg() : net }));
  return {
    base: sum(nets.map(({ net }) => net)),
    baseLei: round2(sum(nets.map(({ line, net }) => net.times(lineRate(document, line))))),
  };
}

/** The sum of the deposits and disbursements of a document of the company, in its currency; undefined without any such line. */
export function notInBaseOf(document: InvoiceDocument): string | undefined {
  const parts = [...new Set(document.lines.map(line => line.vatCategoryCode))].flatMap(
    category => partNotInBase(document, category) ?? [],
  );
  return parts.length > 0 ? amount(sum(parts.map(({ base }) => base))) : undefined;
}
