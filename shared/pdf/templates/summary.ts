import { html, type SafeHtml } from '../../kernel/html.ts';
import type { AmountsTable, PrintedText, PrintedTotals } from '../document.ts';

/** Characters that the figures of a row may have, all columns together, at each size of type (base-style.ts). */
const MOST_CHARACTERS = { '': 32, tight: 44, tightest: Infinity };

/** How small the figures must be for the table to keep within its half of the page. */
function widthOf({ columns, rows }: AmountsTable): string {
  const characters = columns
    .slice(1)
    .reduce((sum, _, place) => sum + Math.max(0, ...rows.map(({ cells }) => cells[place + 1]?.text.length ?? 0)), 0);
  const [width = ''] = Object.entries(MOST_CHARACTERS).find(([, most]) => characters <= most) ?? [];
  return width === 'tightest' ? 'tight tightest' : width;
}

/** A text and its figures in rows: VAT per rate and category, allowances and charges. */
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

/** The mentions that follow from the document's data, such as VAT on collection. */
export const mentionsList = (mentions: readonly PrintedText[]): SafeHtml[] =>
  mentions.map(({ text }) => html`<p class="legal">${text}</p>`);

/** The totals, and what is left to pay. */
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

/** Characters of a total beyond which it is set in smaller type, so that its label keeps to one line; and in the smallest. */
const SHORT = 14;
const LONG = 18;
