import { html, type SafeHtml } from '../../kernel/html.ts';
import type { LineCell, LinesTable } from '../document.ts';

type Column = LinesTable['columns'][number];

/** The table of lines. Its head stands on every page, its rows are never split. */
export const linesTable = (table: LinesTable): SafeHtml =>
  html`<table class="lines ${widthOf(table)}">
    <thead>
      <tr>
        ${table.columns.map(({ label, style }) => html`<th class="${style}">${label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${table.rows.map(
        cells =>
          html`<tr>
            ${table.columns.map((column, place) => cellOf(column, cells[place]))}
          </tr>`,
      )}
    </tbody>
  </table>`;

function cellOf({ style }: Column, { text, details = [] }: LineCell = { text: '' }): SafeHtml {
  const small = details.map(detail => html`<div class="detail">${detail.text}</div>`);
  return html`<td class="${style}">${style === 'description' ? html`<div class="typed">${text}</div>` : text}${small}</td>`;
}

/** Digits that the figures of a line may have, all columns together, at each size of type (base-style.ts). */
const MOST_DIGITS = { '': 60, wide: 71, wider: 83, widest: Infinity };

/** A table with a discount has so many columns of figures; `MOST_DIGITS` was measured with these. */
const FIGURES = 7;

/** Digits that a column of figures takes at least. */
const NARROWEST = 5;

/** How small the figures must be for the table to keep within the page, whatever they amount to. */
function widthOf({ columns, rows }: LinesTable): string {
  const figures = columns.flatMap(({ style }, place) =>
    style === 'figure' ? [Math.max(NARROWEST, ...rows.map(cells => cells[place]?.text.length ?? 0))] : [],
  );
  const digits = figures.reduce((sum, digitsOf) => sum + digitsOf, NARROWEST * Math.max(0, FIGURES - figures.length));
  return Object.entries(MOST_DIGITS).find(([, most]) => digits <= most)?.[0] ?? '';
}
