import type { InvoiceDocument } from '../../invoices/model.ts';
import { fontFaces } from '../fonts.ts';
import { type Format, formatOf } from '../format.ts';
import { html, type SafeHtml } from '../html.ts';
import { titleOf } from '../printed.ts';
import { classicStyle } from './classic-style.ts';
import { balanceBlock, paymentBlock, peopleBlock, textBlock } from './closing.ts';
import { linesTable } from './lines.ts';
import { pageStyle } from './page-style.ts';
import { buyerBlock, field, sellerBlock } from './parties.ts';
import { references } from './references.ts';
import { mentionsList, totalsTable, vatTable } from './summary.ts';
import type { PrintedInvoice } from './template.ts';

/** Nothing may be fetched or run, whatever the texts say; images and fonts come with the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

/** The quiet template: white paper, one accent, aligned figures. */
export function classic(invoice: PrintedInvoice): SafeHtml {
  const { document, labels, configuration } = invoice;
  const title = `${titleOf(document, labels)} ${document.number}`;
  const body = content(invoice, formatOf(labels));
  return html`<!doctype html>
    <html lang="${labels.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <title>${title}</title>
        <style>
          ${fontFaces(body.markup)}${pageStyle(`${title} · ${document.seller.name}`, labels)}${classicStyle(configuration)}
        </style>
      </head>
      <body>
        ${watermark(invoice)}${body}
      </body>
    </html>`;
}

function content(invoice: PrintedInvoice, format: Format): SafeHtml {
  const { document, labels, configuration } = invoice;
  const referred = references(invoice, format);
  return html`
    <header>
      ${logo(invoice)}
      <div class="heading">
        <h1>${titleOf(document, labels)}</h1>
        <p class="document-number">${document.number}</p>
      </div>
    </header>
    <dl class="strip dates">
      ${[
        field(labels.issueDate, format.date(document.issueDate)),
        field(labels.dueDate, document.dueDate && format.date(document.dueDate)),
        field(labels.currency, document.currency),
      ]}
    </dl>
    <div class="parties">${sellerBlock(invoice, format)}${buyerBlock(invoice, format)}</div>
    ${referred.length > 0 && html`<dl class="strip references">${referred}</dl>`} ${linesTable(invoice, format)}
    <div class="summary">
      <div>${vatTable(invoice, format)}${mentionsList(invoice)}</div>
      ${totalsTable(invoice, format)}
    </div>
    <div class="closing ${isLong(document) && 'long'}">
      <div>${paymentBlock(invoice, format)}${balanceBlock(invoice, format)}</div>
      <div>${textBlock(labels.mentions, document.mentions)}${textBlock(labels.notes, document.notes)}</div>
    </div>
    ${peopleBlock(invoice)} ${configuration.footerText && html`<footer class="typed">${configuration.footerText}</footer>`}
  `;
}

/** Long texts get the width of the page instead of half of it. */
const isLong = ({ mentions, notes }: InvoiceDocument): boolean => (mentions ?? '').length + (notes ?? '').length > 500;

/** The logo, where there is one to show. */
function logo({ configuration, logo: image, document }: PrintedInvoice): SafeHtml | null {
  const shown = configuration.showLogo ? image : null;
  if (!shown) return null;
  if (!/^data:image\/(png|jpeg|svg\+xml)[;,]/.test(shown)) throw new TypeError('The logo must be an image data: URI.');
  return html`<img class="logo" src="${shown}" alt="${document.seller.name}" />`;
}

/** Says across every page that a document is not, or no longer, valid. */
function watermark({ document: { status }, labels }: PrintedInvoice): SafeHtml | null {
  if (status !== 'draft' && status !== 'cancelled') return null;
  return html`<div class="watermark"><span>${labels[status]}</span></div>`;
}
