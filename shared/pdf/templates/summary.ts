import { discountTotal } from '../../model/amounts/totals.ts';
import { decimal } from '../../kernel/money.ts';
import type { Format } from '../format.ts';
import { html, type SafeHtml } from '../../kernel/html.ts';
import { adjustmentText, exemptionText, legalMentions, settlementOf } from '../printed.ts';
import type { PrintedTotals } from '../printed-totals.ts';
import type { PrintedInvoice } from './template.ts';

/** Allowances and charges of the document; nothing where there are none. */
export function adjustmentsTable({ labels }: PrintedInvoice, { adjustments }: PrintedTotals, format: Format): SafeHtml | null {
  if (adjustments.length === 0) return null;
  return html`<table class="vat adjustments">
    <thead>
      <tr>
        <th>${labels.adjustments}</th>
        <th class="figure">${labels.line.vatRate}</th>
        <th class="figure">${labels.line.net}</th>
      </tr>
    </thead>
    <tbody>
      ${adjustments.map(
        each =>
          html`<tr>
            <td>${adjustmentText(each, labels, format)}</td>
            <td class="figure">${format.percent(each.rate)}</td>
            <td class="figure">${format.money(each.amount)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** VAT per rate and category, with the reason where none is charged, and the mentions the law asks for. */
export function vatTable({ document, labels }: PrintedInvoice, { groups }: PrintedTotals, format: Format): SafeHtml {
  const hasLei = groups.some(({ vatInLei }) => vatInLei !== null);
  return html`<table class="vat">
    <thead>
      <tr>
        <th>${labels.vatBreakdown}</th>
        <th class="figure">${labels.taxable}</th>
        <th class="figure">${labels.line.vat}</th>
        ${hasLei && html`<th class="figure">${labels.vatInLocalCurrency}</th>`}
      </tr>
    </thead>
    <tbody>
      ${groups.map(({ category, rate, taxable, vat, vatInLei }) => {
        const reason = exemptionText(document, category, labels);
        return html`<tr>
            <td>${format.percent(rate)}</td>
            <td class="figure">${format.money(taxable)}</td>
            <td class="figure">${format.money(vat)}</td>
            ${vatInLei !== null && html`<td class="figure">${format.money(vatInLei)}</td>`}
          </tr>
          ${
            reason &&
            html`<tr class="reason">
              <td colspan="${hasLei ? 4 : 3}" class="detail">${reason}</td>
            </tr>`
          }`;
      })}
    </tbody>
  </table>`;
}

/** The mentions that follow from the document's data, such as VAT on collection. */
export const mentionsList = ({ document, labels }: PrintedInvoice): SafeHtml[] =>
  legalMentions(document, labels).map(mention => html`<p class="legal">${mention}</p>`);

/** The totals in the order in which they add up, and what is left to pay. */
export function totalsTable({ document, labels }: PrintedInvoice, totals: PrintedTotals, format: Format): SafeHtml {
  const { currency, exchangeRate } = document;
  const discount = discountTotal(document.lines);
  const settlement = settlementOf(document);
  const isOpen = document.status !== 'cancelled' && decimal(document.total).gt(0);
  const isChanged = totals.prepaid !== null || totals.rounding !== null;
  const row = (label: string, value: string, kind = ''): SafeHtml =>
    html`<tr class="${kind}">
      <th>${label}</th>
      <td class="figure">${value}</td>
    </tr>`;
  const sum = (label: string, value: string | null, kind = ''): SafeHtml | null =>
    value === null ? null : row(label, format.sum(value, currency), kind);
  /** The last of the rows is the one to pay, and stands out. */
  const payable = settlement.remaining === null ? 'grand' : 'sum';
  const isLong = format.sum(totals.payable, currency).length > LONG;
  return html`<table class="totals ${isLong && 'long'}">
    <tbody>
      ${[
        sum(labels.lineTotal, totals.lineTotal),
        sum(labels.allowanceTotal, totals.allowanceTotal),
        sum(labels.chargeTotal, totals.chargeTotal),
        sum(labels.subtotal, totals.net, totals.lineTotal === null ? '' : 'sum'),
        decimal(discount).eq(0) ? null : sum(labels.discountTotal, discount, 'minor'),
        sum(labels.vatTotal, totals.vat),
        totals.vatInLei && row(labels.vatInLocalCurrency, format.sum(totals.vatInLei, 'RON'), 'minor'),
        totals.vatInLei && row(labels.exchangeRate, `1 ${currency} = ${format.plain(exchangeRate)} RON`, 'minor'),
        isChanged && sum(labels.total, totals.total, 'sum'),
        sum(labels.prepaid, totals.prepaid),
        sum(labels.rounding, totals.rounding),
        sum(isOpen && (isChanged || payable === 'grand') ? labels.amountDue : labels.total, totals.payable, payable),
        sum(labels.paid, settlement.paid),
        sum(labels.credited, settlement.credited),
        sum(labels.remaining, settlement.remaining, 'grand'),
      ]}
    </tbody>
  </table>`;
}

/** Characters of a total from which it is set in smaller type. */
const LONG = 18;
