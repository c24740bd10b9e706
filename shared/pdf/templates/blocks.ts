import type { InvoiceDocument } from '../../model/invoice.ts';
import type { Format } from '../format.ts';
import { html, type SafeHtml } from '../../kernel/html.ts';
import { asksForPayment } from '../../model/amounts/owed.ts';
import { titleOf } from '../printed.ts';
import { printedTotals } from '../printed-totals.ts';
import { balanceBlock, paymentBlock, peopleBlock, textBlock } from './closing.ts';
import { linesTable } from './lines.ts';
import { buyerBlock, field, sellerBlock } from './parties.ts';
import { references } from './references.ts';
import { adjustmentsTable, mentionsList, totalsTable, vatTable } from './summary.ts';
import type { PrintedInvoice } from './template.ts';

/** The parts of a document, the same in every template: templates only arrange and style them. */
export interface Blocks {
  logo: SafeHtml | null;
  /** Title and number. */
  heading: SafeHtml;
  dates: SafeHtml;
  parties: SafeHtml;
  references: SafeHtml | null;
  lines: SafeHtml;
  /** VAT breakdown, legal mentions and totals. */
  summary: SafeHtml;
  /** Payment and texts. */
  closing: SafeHtml;
  people: SafeHtml | null;
  footer: SafeHtml | null;
}

export function blocksOf(invoice: PrintedInvoice, format: Format): Blocks {
  const { document, labels, configuration } = invoice;
  const referred = references(invoice, format);
  const totals = printedTotals(document);
  return {
    logo: logo(invoice),
    heading: html`<div class="heading">
      <h1>${titleOf(document, labels)}</h1>
      <p class="document-number">${document.number}</p>
    </div>`,
    dates: html`<dl class="strip dates">
      ${[
        field(labels.issueDate, format.date(document.issueDate)),
        field(labels.dueDate, asksForPayment(document) && document.dueDate && format.date(document.dueDate)),
        field(labels.currency, document.currency),
      ]}
    </dl>`,
    parties: html`<div class="parties">${sellerBlock(invoice, format)}${buyerBlock(invoice, format)}</div>`,
    references: referred.length > 0 ? html`<dl class="strip references">${referred}</dl>` : null,
    lines: linesTable(invoice, totals.lines, format),
    summary: html`<div class="summary">
      <div class="breakdown">
        ${adjustmentsTable(invoice, totals, format)}${vatTable(invoice, totals, format)}${mentionsList(invoice)}
      </div>
      ${totalsTable(invoice, totals, format)}
    </div>`,
    closing: html`<div class="closing ${isLong(document) && 'long'}">
      <div>${paymentBlock(invoice, format)}${balanceBlock(invoice, format)}</div>
      <div>${textBlock(labels.mentions, document.mentions)}${textBlock(labels.notes, document.notes)}</div>
    </div>`,
    people: peopleBlock(invoice),
    footer:
      configuration.footerText && runningFooter(configuration.footerText) === null
        ? html`<footer class="typed">${configuration.footerText}</footer>`
        : null,
  };
}

/** The footer's text where it is short enough for the margin of every page; a longer one stands at the document's end. */
export const runningFooter = (text: string | null): string | null =>
  text !== null && text.length <= 240 && text.split('\n').length <= 3 ? text : null;

/** Long texts get the width of the page instead of half of it. */
const isLong = ({ mentions, notes }: InvoiceDocument): boolean => (mentions ?? '').length + (notes ?? '').length > 500;

/** The logo, where there is one to show. */
function logo({ configuration, logo: image, document }: PrintedInvoice): SafeHtml | null {
  const shown = configuration.showLogo ? image : null;
  if (!shown) return null;
  if (!/^data:image\/(png|jpeg|svg\+xml)[;,]/.test(shown)) throw new TypeError('The logo must be an image data: URI.');
  return html`<img class="logo" src="${shown}" alt="${document.seller.name}" />`;
}
