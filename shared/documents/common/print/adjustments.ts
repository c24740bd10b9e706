import type { AmountsTable } from '#shared/output/pdf/document.ts';
import type { PrintedAdjustment, PrintedAmounts } from './amounts.ts';
import { fact, type Wording } from './wording.ts';

/** The text of allowances and charges on printed documents. */

/** The reason of an allowance or charge, and its percentage and base. */
function adjustmentText({ isCharge, reason, reasonCode, percent, base }: PrintedAdjustment, { labels, format }: Wording): string {
  const name = reason ?? [isCharge ? labels.charge : labels.allowance, reasonCode && `(${reasonCode})`].filter(Boolean).join(' ');
  const share = [percent && format.percent(percent), base && `${labels.ofBase} ${format.money(base)}`].filter(Boolean).join(' ');
  return [name, share].filter(Boolean).join(', ');
}

/** The text of a line's allowance or charge, with its amount. */
export function lineAdjustmentText(adjustment: PrintedAdjustment, wording: Wording): string {
  const { labels, format } = wording;
  const kind = adjustment.reason === null ? '' : `${adjustment.isCharge ? labels.charge : labels.allowance} · `;
  return `${kind}${adjustmentText(adjustment, wording)}:\u00a0${format.money(adjustment.amount)}`;
}

/** The document-level allowances and charges; null when there are none. */
export function adjustmentsTable({ adjustments }: PrintedAmounts, wording: Wording): AmountsTable | null {
  const { labels, format } = wording;
  if (adjustments.length === 0) return null;
  return {
    columns: [labels.adjustments, labels.line.vatRate, labels.line.net],
    rows: adjustments.map(each => {
      const [what, one] = each.isCharge ? ['charge', 'a charge'] : ['allowance', 'an allowance'];
      return {
        cells: [
          fact(what, adjustmentText(each, wording)),
          fact(`VAT rate of ${one}`, format.percent(each.rate)),
          fact(`amount of ${one}`, format.money(each.amount)),
        ],
      };
    }),
  };
}
