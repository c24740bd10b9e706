import { signedDiscount } from '../../model/amounts/totals.ts';
import { amount, decimal } from '../../kernel/money.ts';
import type { Format } from '../format.ts';
import { html, type SafeHtml } from '../../kernel/html.ts';
import type { Labels } from '../labels/index.ts';
import { lineAdjustmentText } from '../printed.ts';
import type { PrintedLine } from '../printed-totals.ts';
import type { PrintedInvoice } from './template.ts';

/** The table of lines. Its head stands on every page, its rows are never split. */
export function linesTable({ labels }: PrintedInvoice, lines: readonly PrintedLine[], format: Format): SafeHtml {
  const { line: label } = labels;
  // The discount has a column only where there is one to show.
  const hasDiscount = lines.some(line => !decimal(line.discountAmount).eq(0));
  return html`<table class="lines ${widthOf(lines, hasDiscount, format)}">
    <thead>
      <tr>
        <th class="number">${label.number}</th>
        <th class="description">${label.description}</th>
        <th class="unit">${label.unit}</th>
        <th class="figure">${label.quantity}</th>
        <th class="figure">${label.unitPrice}</th>
        ${hasDiscount && html`<th class="figure">${label.discount}</th>`}
        <th class="figure">${label.vatRate}</th>
        <th class="figure">${label.net}</th>
        <th class="figure">${label.vat}</th>
        <th class="figure">${label.total}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(line => row(line, hasDiscount, labels, format))}
    </tbody>
  </table>`;
}

function row(line: PrintedLine, hasDiscount: boolean, labels: Labels, format: Format): SafeHtml {
  return html`<tr>
    <td class="number">${line.lineNumber}</td>
    <td class="description">
      <div class="typed">${line.description}</div>
      ${details(line, labels, format).map(detail => html`<div class="detail">${detail}</div>`)}
    </td>
    <td class="unit">${line.unitOfMeasure}</td>
    <td class="figure">${format.plain(line.quantity)}</td>
    <td class="figure">${format.price(line.unitPrice)}</td>
    ${hasDiscount && html`<td class="figure">${discount(line, format)}</td>`}
    <td class="figure">${format.percent(line.vatRate)}</td>
    <td class="figure">${format.money(line.subtotal)}</td>
    <td class="figure">${format.money(line.vatAmount)}</td>
    <td class="figure">${format.money(line.total)}</td>
  </tr>`;
}

function discount(line: PrintedLine, format: Format): SafeHtml | null {
  if (decimal(line.discountAmount).eq(0)) return null;
  const percent = line.discountPercent && !decimal(line.discountPercent).eq(0) ? line.discountPercent : null;
  return html`${format.money(shownDiscount(line))}${percent && html`<div class="detail">${format.percent(percent)}</div>`}`;
}

const shownDiscount = (line: PrintedLine): string => amount(signedDiscount(line));

/** What is said in small under the description. */
function details(line: PrintedLine, labels: Labels, format: Format): string[] {
  const { line: label, category } = labels;
  const { productCode, vatIncluded, vatCategoryCode, ublExtensions } = line;
  const period = format.period(ublExtensions?.invoicePeriod);
  const properties = ublExtensions?.additionalItemProperties ?? [];
  const facts = [
    productCode && `${label.code}: ${productCode}`,
    period && `${label.period}: ${period}`,
    vatIncluded && label.vatIncluded,
    category[vatCategoryCode],
  ].filter(fact => typeof fact === 'string' && fact !== '');
  return [
    ...line.adjustments.map(each => lineAdjustmentText(each, labels, format)),
    facts.join(' · '),
    ...properties.map(({ name, value }) => `${name}: ${value}`),
  ].filter(Boolean) as string[];
}

/** Digits that the figures of a line may have, all columns together, at each size of type (base-style.ts). */
const ROOM = { '': 60, wide: 71, wider: 83, widest: Infinity };

/** How small the figures must be for the table to keep within the page, whatever they amount to. */
function widthOf(lines: readonly PrintedLine[], hasDiscount: boolean, format: Format): string {
  const columns: ((line: PrintedLine) => string)[] = [
    line => format.plain(line.quantity),
    line => format.price(line.unitPrice),
    line => (hasDiscount ? format.money(shownDiscount(line)) : ''),
    line => format.percent(line.vatRate),
    line => format.money(line.subtotal),
    line => format.money(line.vatAmount),
    line => format.money(line.total),
  ];
  const digits = columns.reduce((sum, column) => sum + Math.max(5, ...lines.map(line => column(line).length)), 0);
  return Object.entries(ROOM).find(([, room]) => digits <= room)?.[0] ?? '';
}
