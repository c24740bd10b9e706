import { html, type SafeHtml } from '../../kernel/html.ts';
import type { AmountsTable, PrintedText, PrintedTotals } from '../document.ts';

/** A text and its figures in rows: VAT per rate and category, allowances and charges. */
export const amountsTable = ({ columns, rows }: AmountsTable, style: string): SafeHtml =>
  html`<table class="${style}">
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

/** The mentions that follow from the document's data, such as VAT on collection. */
export const mentionsList = (mentions: readonly PrintedText[]): SafeHtml[] =>
  mentions.map(({ text }) => html`<p class="legal">${text}</p>`);

/** The totals, and what is left to pay. */
export const totalsTable = ({ rows, payable }: PrintedTotals): SafeHtml =>
  html`<table class="totals ${payable.length > LONG && 'long'}">
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

/** Characters of a total from which it is set in smaller type. */
const LONG = 18;
