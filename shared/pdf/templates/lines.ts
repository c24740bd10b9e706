import { css, html, type SafeHtml } from '../../kernel/html.ts';
import type { LineCell, LinesTable } from '../document.ts';

type Column = LinesTable['columns'][number];

const CLASSES: Record<Column['style'], string> = {
  number: 'number',
  description: 'description',
  unit: 'unit',
  figure: 'figure',
  rate: 'figure rate',
};

/** The table of lines. Its head stands on every page, its rows are never split. */
export function linesTable(table: LinesTable): SafeHtml {
  const width = widthOf(table);
  const rowsOf = width.startsWith('stacked') ? stackedRows : plainRow;
  return html`<table class="lines ${width}">
    <thead>
      ${rowsOf(table.columns, headOf, html`<th class="number"></th>`)}
    </thead>
    <tbody>
      ${table.rows.map(cells => rowsOf(table.columns, (column, place, span) => cellOf(column, cells[place], span)))}
    </tbody>
  </table>`;
}

type CellOf = (column: Column, place: number, span?: number) => SafeHtml;

const plainRow = (columns: readonly Column[], cell: CellOf, _blank?: SafeHtml): SafeHtml =>
  html`<tr>
    ${columns.map((column, place) => cell(column, place))}
  </tr>`;

/** What a line is, over the width of the table, and its figures in a row of their own below: so figures of many digits stay legible. */
function stackedRows(columns: readonly Column[], cell: CellOf, blank = html`<td class="number"></td>`): SafeHtml {
  const placed = columns.map((column, place) => ({ column, place }));
  const isFirst = ({ column }: (typeof placed)[number]): boolean => column.style === 'number';
  const isText = ({ column }: (typeof placed)[number]): boolean => column.style === 'description';
  return html`<tr class="words">
      ${placed.filter(isFirst).map(({ column, place }) => cell(column, place))}${placed
        .filter(isText)
        .map(({ column, place }) => cell(column, place, columns.length - 2))}
    </tr>
    <tr class="figures">
      ${blank}${placed.filter(each => !isFirst(each) && !isText(each)).map(({ column, place }) => cell(column, place))}
    </tr>`;
}

const headOf: CellOf = ({ label, style }, _, span) =>
  span === undefined
    ? html`<th class="${CLASSES[style]}">${label}</th>`
    : html`<th class="${CLASSES[style]}" colspan="${span}">${label}</th>`;

function cellOf({ style }: Column, { text, details = [] }: LineCell = { text: '' }, span?: number): SafeHtml {
  const small = details.map(detail => html`<div class="detail">${detail.text}</div>`);
  const content = html`${style === 'description' ? html`<div class="typed">${text}</div>` : text}${small}`;
  return span === undefined
    ? html`<td class="${CLASSES[style]}">${content}</td>`
    : html`<td class="${CLASSES[style]}" colspan="${span}">${content}</td>`;
}

/**
 * Digits that the figures of a line may have, all columns together, at each size of type; beyond those of `wide` the figures stand in
 * rows of their own. Measured with seven columns of figures, which is all there are: fewer take no more room.
 */
const MOST_DIGITS = { '': 50, full: 60, wide: 70, stacked: 82, 'stacked tight': 96, 'stacked tightest': Infinity };

/** Digits that a column of figures takes at least. */
const NARROWEST = 5;

/** How small the figures must be for the table to keep within the page, whatever they amount to. */
function widthOf({ columns, rows }: LinesTable): string {
  const figures = columns.flatMap(({ style }, place) =>
    style === 'figure' || style === 'rate' ? [Math.max(NARROWEST, ...rows.map(cells => cells[place]?.text.length ?? 0))] : [],
  );
  const digits = figures.reduce((sum, digitsOf) => sum + digitsOf, 0);
  return Object.entries(MOST_DIGITS).find(([, most]) => digits <= most)?.[0] ?? '';
}

/** What holds of the table in every template: its head on every page, whole rows, sizes of type by what its figures need. */
export const linesStyle: SafeHtml = css`
  .lines thead {
    display: table-header-group;
  }
  .lines th {
    vertical-align: bottom;
    overflow-wrap: normal;
    line-height: 1.3;
  }
  .lines th.figure {
    white-space: normal;
  }
  .lines td {
    vertical-align: baseline;
  }
  .lines tr {
    break-inside: avoid;
  }
  .lines td.number {
    white-space: nowrap;
  }
  .lines .unit {
    overflow-wrap: normal;
  }
  /* So that a figure and the rate after it do not read as one. */
  .lines td.rate {
    padding-left: 5mm;
  }
  .lines .description {
    width: 100%;
    min-width: 34mm;
  }
  /* Figures of many digits take less room each, so that the table keeps within the page. */
  .lines.full td {
    font-size: 8.5pt;
  }
  .lines.wide td.figure {
    font-size: 7.2pt;
  }
  .lines.stacked td {
    font-size: 8.5pt;
  }
  .lines.stacked .words td {
    padding-bottom: 0;
    border-bottom: 0;
    font-weight: 400;
  }
  .lines.stacked .words th {
    padding-bottom: 0;
    border-bottom: 0;
  }
  .lines.stacked .words {
    break-after: avoid;
  }
  .lines.stacked .figures :is(td, th) {
    padding-left: 1.6mm;
  }
  .lines.stacked .figures .unit {
    padding-left: 3mm;
  }
  .lines.stacked .figures td {
    padding-top: 0.6mm;
  }
  .lines.stacked.tight td.figure,
  .lines.stacked td.figure .detail {
    font-size: 7.2pt;
  }
  .lines.stacked.tightest td.figure {
    font-size: 6.2pt;
  }
`;
