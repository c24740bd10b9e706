import { css, html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { LineCell, LinesTable } from '../document.ts';
import { labelsOfTotals, sumsOf, totalsStyle } from './page-totals.ts';

type Column = LinesTable['columns'][number];

const CLASSES: Record<Column['style'], string> = {
  number: 'number',
  description: 'description',
  unit: 'unit',
  figure: 'figure',
  rate: 'figure rate',
};

/** The most lines of a document that is made for one page: it has no page totals, and its blocks may be moved apart. */
export const SHORT = 5;

/** The table of lines. Its head is repeated on every page, and page breaks are only between rows. */
export function linesTable(lines: LinesTable): SafeHtml {
  const table = lines.rows.length > SHORT ? lines : { ...lines, carried: null };
  const width = widthOf(table, ({ text }) => text.length);
  // The percentage of a discount is beside the amount if this needs no smaller font; below it, rows would have different heights. If
  // few lines have one, the width is better spent on descriptions.
  const isBeside =
    widthOf(table, lengthBeside) === width && table.rows.filter(hasSmallFigure(table)).length * 2 >= table.rows.length;
  const rowsOf = width.startsWith('stacked') ? stackedRows : plainRow;
  return html`<table class="lines ${width}" ${labelsOfTotals(table)}>
    <thead>
      ${rowsOf(table.columns, headOf, { blank: html`<th class="number"></th>` })}
    </thead>
    <tbody>
      ${table.rows.map((cells, line) =>
        rowsOf(table.columns, (column, place, span) => cellOf(column, contentOf(column, cells[place], isBeside), span), {
          sums: table.carried?.sums[line],
        }),
      )}
    </tbody>
  </table>`;
}

type CellOf = (column: Column, place: number, span?: number) => SafeHtml;

interface RowOptions {
  /** The cell below the line's number, where a line has two rows. */
  blank?: SafeHtml;
  /** The sums up to the line, one for each column. */
  sums?: readonly string[] | undefined;
}

const plainRow = (columns: readonly Column[], cell: CellOf, { sums }: RowOptions): SafeHtml =>
  html`<tr${sumsOf(sums)}>
    ${columns.map((column, place) => cell(column, place))}
  </tr>`;

/** A line in two rows, for figures with many digits: the description over the width of the table, and the figures below. */
function stackedRows(
  columns: readonly Column[],
  cell: CellOf,
  { blank = html`<td class="number"></td>`, sums }: RowOptions,
): SafeHtml {
  const placed = columns.map((column, place) => ({ column, place }));
  const isFirst = ({ column }: (typeof placed)[number]): boolean => column.style === 'number';
  const isText = ({ column }: (typeof placed)[number]): boolean => column.style === 'description';
  return html`<tr class="words">
      ${placed.filter(isFirst).map(({ column, place }) => cell(column, place))}${placed
        .filter(isText)
        .map(({ column, place }) => cell(column, place, columns.length - 2))}
    </tr>
    <tr class="figures" ${sumsOf(sums?.filter((_, place) => columns[place]?.style !== 'description'))}>
      ${blank}${placed.filter(each => !isFirst(each) && !isText(each)).map(({ column, place }) => cell(column, place))}
    </tr>`;
}

const headOf: CellOf = ({ label, style }, _, span) =>
  span === undefined
    ? html`<th class="${CLASSES[style]}">${label}</th>`
    : html`<th class="${CLASSES[style]}" colspan="${span}">${label}</th>`;

const cellOf = ({ style }: Column, content: SafeHtml, span?: number): SafeHtml =>
  span === undefined
    ? html`<td class="${CLASSES[style]}">${content}</td>`
    : html`<td class="${CLASSES[style]}" colspan="${span}">${content}</td>`;

function contentOf({ style }: Column, { text, details = [] }: LineCell = { text: '' }, isBeside: boolean): SafeHtml {
  const small = details.map(detail => html`<div class="detail">${detail.text}</div>`);
  if (style === 'description')
    return html`<div class="typed">${text}</div>
      ${small}`;
  return isBeside
    ? html`${details.map(detail => html`<span class="detail">${detail.text}</span> `)}${text}`
    : html`${text}${small}`;
}

const hasSmallFigure =
  ({ columns }: LinesTable) =>
  (cells: readonly LineCell[]): boolean =>
    cells.some(({ details = [] }, place) => columns[place]?.style === 'figure' && details.length > 0);

/** The length of a figure with its small print beside it, and a space between them. */
const lengthBeside = ({ text, details = [] }: LineCell): number =>
  details.reduce((length, detail) => length + detail.text.length + 1, text.length);

/**
 * The most digits of a line's figures, in all columns together, for each layout by decreasing font size; from `stacked` on, figures
 * are in rows of their own. Measured with seven columns of figures, which is the maximum.
 */
const MOST_DIGITS = { '': 50, full: 60, wide: 70, stacked: 82, 'stacked tight': 96, 'stacked tightest': Infinity };

/** The least width of a column of figures, in digits. */
const NARROWEST = 5;

/**
 * The class of the layout with the largest font in which the table fits into the width of the page.
 *
 * @param lengthOf the length of a cell with a figure
 */
function widthOf({ columns, rows, carried }: LinesTable, lengthOf: (cell: LineCell) => number): string {
  const sums = carried?.sums.at(-1);
  const figures = columns.flatMap(({ style }, place) =>
    style === 'figure' || style === 'rate'
      ? [Math.max(NARROWEST, sums?.[place]?.length ?? 0, ...rows.map(cells => lengthOf(cells[place] ?? { text: '' })))]
      : [],
  );
  const digits = figures.reduce((sum, digitsOf) => sum + digitsOf, 0);
  return Object.entries(MOST_DIGITS).find(([, most]) => digits <= most)?.[0] ?? '';
}

/** The style of the table in all templates: head on every page, no page breaks in rows, font sizes of the layouts. */
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
  /* Keeps a figure apart from the rate after it. */
  .lines td.rate {
    padding-left: 5mm;
  }
  .lines .figure span.detail {
    margin-right: 0.8mm;
  }
  .lines .description {
    width: 100%;
    min-width: 34mm;
  }
  /* Smaller fonts for figures with many digits, so that the table fits into the page. */
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
  .lines.stacked.tight th {
    font-size: 7.2pt;
  }
  .lines.stacked.tightest td.figure,
  .lines.stacked.tightest td.figure .detail {
    font-size: 6.2pt;
  }
  ${totalsStyle}
`;
