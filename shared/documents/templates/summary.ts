import { decimal } from '../../kernel/money.ts';
import type { Format } from '../format.ts';
import { html, type SafeHtml } from '../html.ts';
import { exemptionText, legalMentions, settlementOf, vatInLei } from '../printed.ts';
import type { PrintedInvoice } from './template.ts';

/** VAT per rate and category, with the reason where none is charged, and the mentions the law asks for. */
export function vatTable({ document, labels }: PrintedInvoice, format: Format): SafeHtml {
  return html`<table class="vat">
    <thead>
      <tr>
        <th>${labels.vatBreakdown}</th>
        <th class="figure">${labels.taxable}</th>
        <th class="figure">${labels.line.vat}</th>
      </tr>
    </thead>
    <tbody>
      ${document.vatGroups.map(({ category, rate, taxable, vat }) => {
        const reason = exemptionText(document, category, labels);
        return html`<tr>
            <td>${format.percent(rate)}</td>
            <td class="figure">${format.money(taxable)}</td>
            <td class="figure">${format.money(vat)}</td>
          </tr>
          ${
            reason &&
            html`<tr class="reason">
              <td colspan="3" class="detail">${reason}</td>
            </tr>`
          }`;
      })}
    </tbody>
  </table>`;
}

/** The mentions that follow from the document's data, such as VAT on collection. */
export const mentionsList = ({ document, labels }: PrintedInvoice): SafeHtml[] =>
  legalMentions(document, labels).map(mention => html`<p class="legal">${mention}</p>`);

/** The totals, and what is left to pay. */
export function totalsTable({ document, labels }: PrintedInvoice, format: Format): SafeHtml {
  const { currency, subtotal, discount, vatTotal, total, exchangeRate } = document;
  const settlement = settlementOf(document);
  const isOpen = settlement.remaining === null && document.status !== 'cancelled' && decimal(total).gt(0);
  const lei = vatInLei(document);
  const row = (label: string, value: string, kind = ''): SafeHtml =>
    html`<tr class="${kind}">
      <th>${label}</th>
      <td class="figure">${value}</td>
    </tr>`;
  const isLong = format.sum(total, currency).length > LONG;
  return html`<table class="totals ${isLong && 'long'}">
    <tbody>
      ${row(labels.subtotal, format.sum(subtotal, currency))}
      ${!decimal(discount).eq(0) && row(labels.discountTotal, format.sum(discount, currency), 'minor')}
      ${row(labels.vatTotal, format.sum(vatTotal, currency))}
      ${lei !== null && row(labels.vatInLocalCurrency, format.sum(lei, 'RON'), 'minor')}
      ${lei !== null && row(labels.exchangeRate, `1 ${currency} = ${format.plain(exchangeRate)} RON`, 'minor')}
      ${row(isOpen ? labels.amountDue : labels.total, format.sum(total, currency), settlement.remaining ? 'sum' : 'grand')}
      ${settlement.paid !== null && row(labels.paid, format.sum(settlement.paid, currency))}
      ${settlement.credited !== null && row(labels.credited, format.sum(settlement.credited, currency))}
      ${settlement.remaining !== null && row(labels.remaining, format.sum(settlement.remaining, currency), 'grand')}
    </tbody>
  </table>`;
}

/** Characters of a total from which it is set in smaller type. */
const LONG = 18;
