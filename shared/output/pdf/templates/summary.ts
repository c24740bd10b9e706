import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { AmountsTable, PrintedText, PrintedTotals } from '../document.ts';

/** The most characters of a row's figures, in all columns together, for each font size (base-style.ts). */
const MOST_CHARACTERS = { '': 32, tight: 44, tightest: Infinity };

/** The class of the largest font size with which the table fits into its half of the page. */
function widthOf({ columns, rows }: AmountsTable): string {
  const characters = columns
    .slice(1)
    .reduce((sum, _, place) => sum + Math.max(0, ...rows.map(({ cells }) => cells[place + 1]?.text.length ?? 0)), 0);
  const [width = ''] = Object.entries(MOST_CHARACTERS).find(([, most]) => characters <= most) ?? [];
  return width === 'tightest' ? 'tight tightest' : width;
}

/**
 * A table with a text and figures in each row: VAT by rate and category, or allowances and charges.
 *
 * @param style its CSS classes
 */
export const amountsTable = (table: AmountsTable, style: string): SafeHtml => {
  const { columns, rows } = table;
  return html`<table class="${style} ${widthOf(table)}">
    <thead>
      <tr>
        ${columns.map((label, place) => (place === 0 ? html`<th>${label}</th>` : html`<th class="figure">${label}</th>`))}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ cells, reason }) =>
          html`<tr>
              ${cells.map(({ text }, place) => (place === 0 ? html`<td>${text}</td>` : html`<td class="figure">${text}</td>`))}
            </tr>
            ${
              reason &&
              html`<tr class="reason">
                <td colspan="${columns.length}" class="detail">${reason.text}</td>
              </tr>`
            }`,
      )}
    </tbody>
  </table>`;
};

/** Legal mentions, such as VAT on collection. */
export const mentionsList = (mentions: readonly PrintedText[]): SafeHtml[] =>
  mentions.map(({ text }) => html`<p class="legal">${text}</p>`);

/** The totals, and the amount that remains to be paid. */
export const totalsTable = ({ rows, payable }: PrintedTotals): SafeHtml =>
  html`<table class="totals ${payable.length > LONG ? 'long' : payable.length > SHORT && 'tight'}">
    <tbody>
      ${rows.map(
        ({ label, text, weight }) =>
          html`<tr class="${weight}">
            <th>${label}</th>
            <td class="figure">${text}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/** Lengths of the amount to pay in characters, from which a smaller font and the smallest font keep its label on one line. */
const SHORT = 14;
const LONG = 18;
