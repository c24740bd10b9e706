import { amount, type Big, decimal } from '#shared/base/kernel/money.ts';
import { figures, isNegated } from '../amounts/document-figures.ts';
import { vatInLei } from '../amounts/lei.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import { customsInLei } from '../amounts/customs.ts';
import type { VatParts } from './vat-parts.ts';

/** A received document, whose groups are those of its XML, needs no lines. */
export type Stated = InvoiceDocument | (Invoice & { lines?: InvoiceDocument['lines'] });

interface StatedGroup {
  category: VatParts['category'];
  rate: string;
  taxable: Big | string;
  vat: Big | string;
}

/**
 * Base and VAT of each VAT group of the e-invoice (BG-23), in the document's currency and in lei, negative for what is taken back. The
 * sums are the fiscal totals of the document in its currency, and in lei those that it states (BT-111). Pure.
 */
export function vatPartsOf(document: Stated): VatParts[] {
  // A received document has the groups of its XML. No line of it has an exchange rate of its own.
  if (document.received) return partsOf(document as InvoiceDocument, document.vatGroups, [], false);
  const own = document as InvoiceDocument;
  const { groups, lines } = figures(own);
  return partsOf(own, groups, lines, isNegated(own));
}

function partsOf(
  document: InvoiceDocument,
  groups: readonly StatedGroup[],
  lines: ReturnType<typeof figures>['lines'],
  negated: boolean,
): VatParts[] {
  const signed = (value: Big | string): string => amount(negated ? decimal(value).neg() : decimal(value));
  const inLei = (of: 'taxable' | 'vat', ofLine: 'net' | 'vat'): string[] =>
    vatInLei(
      document,
      groups.map(group => ({ ...group, vat: amount(decimal(group[of])) })),
      lines.map(entry => ({ line: entry.line, vat: entry[ofLine] })),
    ).groups;
  const customs = customsInLei(
    document,
    groups.map(({ rate, taxable }) => ({ rate, base: taxable })),
  );
  const [bases, vats] = customs ? [customs.bases, customs.vats] : [inLei('taxable', 'net'), inLei('vat', 'vat')];
  return groups.map(({ category, rate, taxable, vat }, place) => ({
    ...{ category, rate, base: signed(taxable), vat: signed(vat) },
    ...{ baseLei: signed(bases[place] ?? '0'), vatLei: signed(vats[place] ?? '0') },
  }));
}
