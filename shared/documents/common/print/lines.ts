import { amount, decimal } from '#shared/base/kernel/money.ts';
import { signedDiscount } from '#shared/model/amounts/totals.ts';
import type { PrintOptions } from '#shared/output/pdf/key.ts';
import type { LineCell, LinesTable, PrintedText } from '#shared/output/pdf/document.ts';
import type { Format } from '#shared/output/pdf/format.ts';
import { unitIn } from '#shared/output/pdf/labels/units.ts';
import { lineAdjustmentText } from './adjustments.ts';
import type { PrintedLine } from './amounts.ts';
import { fact, type Wording } from './wording.ts';

type Column = readonly [
  label: string,
  style: LinesTable['columns'][number]['style'],
  cell: (line: PrintedLine) => LineCell,
  /** The amount of a column that is summed. */
  summed?: (line: PrintedLine) => string,
];

/** The table of lines with prices, VAT and totals, except the columns that the options hide and those that are empty. */
export function linesTable(
  lines: readonly PrintedLine[],
  wording: Wording,
  { hideVat, hidePrices }: PrintOptions = {},
): LinesTable {
  const { format } = wording;
  const label = wording.labels.line;
  const named = (line: PrintedLine, what: string, text: string): PrintedText => fact(`line ${line.lineNumber} ${what}`, text);
  // If all lines have the same VAT category, the VAT breakdown is enough to show it.
  const isMixed = new Set(lines.map(line => line.vatCategoryCode)).size > 1;
  const ofVat: Column[] = [
    [label.vat, 'figure', line => ({ text: format.money(line.vatAmount) }), line => line.vatAmount],
    [label.total, 'figure', line => ({ text: format.money(line.total) }), line => line.total],
  ];
  const ofPrices: Column[] = [
    [label.unitPrice, 'figure', line => named(line, 'unit price', format.price(line.unitPrice))],
    [label.discount, 'figure', line => discount(line, wording)],
    ...(hideVat ? [] : ([[label.vatRate, 'rate', line => ({ text: format.percent(line.vatRate) })]] satisfies Column[])),
    [label.net, 'figure', line => named(line, 'net amount', format.money(line.subtotal)), line => line.subtotal],
    ...(hideVat ? [] : ofVat),
  ];
  const all: Column[] = [
    [label.number, 'number', line => ({ text: String(line.lineNumber) })],
    [
      label.description,
      'description',
      line => ({ ...named(line, 'description', line.description), details: detailsOf(line, wording, { isMixed }) }),
    ],
    [label.unit, 'unit', line => ({ text: unitIn(wording.labels.language, line.unitOfMeasure) })],
    [label.quantity, 'figure', line => named(line, 'quantity', format.plain(line.quantity))],
    ...(hidePrices ? [] : ofPrices),
  ];
  const columns = all.filter(([, , cell]) => lines.some(line => !isEmpty(cell(line))));
  const { carriedForward, broughtForward } = wording.labels;
  return {
    columns: columns.map(([text, style]) => ({ label: text, style })),
    rows: lines.map(line => columns.map(([, , cell]) => cell(line))),
    carried: hidePrices ? null : { label: carriedForward, broughtLabel: broughtForward, sums: sumsUpTo(lines, columns, format) },
  };
}

const isEmpty = ({ text, details = [] }: LineCell): boolean => text.trim() === '' && details.length === 0;

/** The formatted sums of the lines up to each one, in the columns that are summed. */
function sumsUpTo(lines: readonly PrintedLine[], columns: readonly Column[], { money }: Format): string[][] {
  const sums = columns.map(() => decimal('0'));
  return lines.map(line =>
    columns.map(([, , , summed], place) => {
      if (!summed) return '';
      const sum = (sums[place] ?? decimal('0')).plus(summed(line));
      sums[place] = sum;
      return money(amount(sum));
    }),
  );
}

function discount(line: PrintedLine, { format }: Wording): LineCell {
  if (decimal(line.discountAmount).eq(0)) return { text: '' };
  const text = format.money(amount(signedDiscount(line)));
  const percent = line.discountPercent && !decimal(line.discountPercent).eq(0) ? line.discountPercent : null;
  return percent ? { text, details: [{ text: format.percent(percent) }] } : { text };
}

const ownRate = ({ currency, rate }: NonNullable<PrintedLine['ownRate']>, { labels, format }: Wording): string =>
  `${labels.exchangeRate}: 1\u00a0${currency} = ${format.plain(rate)}\u00a0RON`;

/** Texts in small print under the description. */
function detailsOf(line: PrintedLine, wording: Wording, { isMixed }: { isMixed: boolean }): PrintedText[] {
  const { labels, format } = wording;
  const { productCode, vatIncluded, vatCategoryCode, turnoverKind, ublExtensions } = line;
  const period = format.period(ublExtensions?.invoicePeriod);
  const said = [
    productCode && `${labels.line.code}: ${productCode}`,
    period && `${labels.line.period}: ${period}`,
    vatIncluded && labels.line.vatIncluded,
    ublExtensions?.originCountry && `${labels.line.origin}: ${format.country(ublExtensions.originCountry)}`,
    turnoverKind ? labels.lineNotInBase : isMixed && labels.category[vatCategoryCode],
  ].filter(text => typeof text === 'string' && text !== '');
  const properties = ublExtensions?.additionalItemProperties ?? [];
  return [
    ...line.adjustments.map(each =>
      fact(`line ${line.lineNumber} ${each.isCharge ? 'charge' : 'allowance'}`, lineAdjustmentText(each, wording)),
    ),
    ...(line.ownRate ? [fact(`line ${line.lineNumber} exchange rate`, ownRate(line.ownRate, wording))] : []),
    ...(said.length > 0 ? [{ text: said.join(' · ') }] : []),
    ...properties.map(({ name, value }) => ({ text: `${name}: ${value}` })),
  ];
}
