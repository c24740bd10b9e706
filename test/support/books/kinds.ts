import { Big } from 'big.js';
import type { XmlFigures } from './xml-figures.ts';

/** The kind by which a VAT group of an e-invoice counts in the books of a company, from the e-invoice alone. */

/** @param own the company's tax number */
export function kindOf(
  { seller, isSelfBilled, buyerCountry }: XmlFigures,
  { category, rate }: { category: string; rate: number },
  own: string,
): string {
  if (seller !== own) {
    if (category === 'AE') return 'bought under reverse charge';
    return category === 'S' ? `bought ${rate} %` : 'bought without VAT';
  }
  if (category === 'S') return `taxable ${rate} %${isSelfBilled ? ', made out by buyers' : ''}`;
  if (category === 'AE') return buyerCountry === 'RO' ? 'reverse charge in Romania' : 'services to the European Union';
  if (category === 'K') return 'goods to the European Union';
  return category === 'G' ? 'export' : 'exempt';
}

/** A document in JSON, as far as amounts in lei depend on it. */
export interface RatedDocument {
  id: string;
  isCreditNote: boolean;
  exchangeRate: number;
  total: number | string;
  parentDocumentId: string | null;
  lines: { quantity: number | string; subtotal: number | string; exchangeRate?: number | null }[];
}

/**
 * The base of a document with one VAT group in lei, in cents. A line that deducts an advance keeps the rate of the advance's invoice
 * (Fiscal Code, art. 290 (2)).
 */
export function baseInLei(document: RatedDocument, all: ReadonlyMap<string, RatedDocument>): number {
  const settles = !document.isCreditNote && Number(document.total) > 0;
  const advance = document.parentDocumentId === null ? undefined : all.get(document.parentDocumentId);
  return document.lines
    .reduce((sum, { quantity, subtotal, exchangeRate }) => {
      const ofAdvance = settles && Number(quantity) < 0 ? advance?.exchangeRate : undefined;
      return sum.plus(new Big(subtotal).times(exchangeRate ?? ofAdvance ?? document.exchangeRate));
    }, new Big(0))
    .times(100)
    .round(0, Big.roundHalfUp)
    .toNumber();
}
