import { decimal } from '#shared/base/kernel/money.ts';
import type { Report } from './draft-rules.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { computeTotals, type LineAmounts } from '#shared/model/amounts/totals.ts';

const AMOUNTS = ['discountAmount', 'subtotal', 'vatAmount', 'total'] as const satisfies readonly (keyof LineAmounts)[];

/** Checks that the stored amounts of every line follow from its quantity, price, discount and VAT rate (totals.ts). */
export function checkLineCalculations(document: InvoiceDocument, report: Report): void {
  const { lines } = computeTotals(document.lines);
  document.lines.forEach((line, place) => {
    const computed = lines[place];
    for (const amount of AMOUNTS) {
      if (computed && !decimal(line[amount]).eq(computed[amount]))
        report(`lines.${place}.${amount}`, `must be ${computed[amount]}, computed from quantity, price, discount and VAT rate`);
    }
  });
}
