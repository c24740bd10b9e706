import { css, html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { LinesTable } from '../document.ts';

/** The page totals of the table of lines: what the browser needs to insert them (carry-forward.ts), and their style. */

/** The attributes of the table: the labels of the totals; null if it has none. */
export const labelsOfTotals = ({ carried }: LinesTable): SafeHtml | null =>
  carried && html` data-carried="${carried.label}" data-brought="${carried.broughtLabel}"`;

/** The attribute of the last row of a line: the sums up to it, with an empty text for each column before and between them. */
export const sumsOf = (sums: readonly string[] | undefined): SafeHtml | null =>
  sums === undefined ? null : html` data-sums="${sums.join('|')}"`;

/** The style of page totals in all templates. */
export const totalsStyle: SafeHtml = css`
  .lines .page-total td {
    font-weight: 600;
    text-align: left;
    background: none;
  }
  .lines .page-total td.figure {
    text-align: right;
  }
  .lines .page-total.carried {
    break-before: avoid;
  }
  .lines .page-total.brought {
    break-before: page;
  }
`;
