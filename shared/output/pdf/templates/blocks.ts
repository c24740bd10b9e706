import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { PrintedDocument } from '../document.ts';
import { paymentBlock, statementBlock, typedBlock } from './closing.ts';
import { fieldsOf, partyBlock, transportBlock } from './fields.ts';
import { linesTable } from './lines.ts';
import { amountsTable, mentionsList, totalsTable } from './summary.ts';
import type { Page } from './template.ts';

/** The parts of a document, which are the same in all templates: a template only arranges and styles them. */
export interface Blocks {
  /** Space between blocks that takes a share of what a short document leaves empty on its page. */
  air: SafeHtml;
  logo: SafeHtml | null;
  /** Title and number. */
  heading: SafeHtml;
  dates: SafeHtml;
  parties: SafeHtml;
  references: SafeHtml | null;
  /** The identifier of the transport and its QR code. */
  transport: SafeHtml | null;
  lines: SafeHtml;
  /** VAT breakdown, legal mentions and payment, next to the totals. */
  summary: SafeHtml;
  /** The client's balance, and texts of the user. */
  closing: SafeHtml | null;
  people: SafeHtml | null;
  signatures: SafeHtml | null;
  footer: SafeHtml | null;
}

export function blocksOf(page: Page): Blocks {
  const { document, configuration } = page;
  const { title, number, dates, parties, references, people, signatures } = document;
  return {
    air: html`<div class="air"></div>`,
    logo: logo(page),
    heading: html`<div class="heading">
      <h1>${title}</h1>
      <p class="document-number">${number}</p>
    </div>`,
    dates: html`<dl class="strip dates">${fieldsOf(dates)}</dl>`,
    parties: html`<div class="parties">${parties.map(partyBlock)}</div>`,
    references: references.length > 0 ? html`<dl class="strip references">${fieldsOf(references)}</dl>` : null,
    transport: document.transport && transportBlock(document.transport),
    lines: linesTable(document.lines),
    summary: html`<div class="summary">
      <div class="breakdown">
        ${document.adjustments && amountsTable(document.adjustments, 'vat adjustments')}${
          document.vat && amountsTable(document.vat, 'vat')
        }${mentionsList(document.legalMentions)}${
          document.payment && html`<div class="closing paying">${paymentBlock(document.payment)}</div>`
        }
      </div>
      ${document.totals && totalsTable(document.totals)}
    </div>`,
    closing: closing(document),
    people: people.length > 0 ? html`<dl class="strip people">${fieldsOf(people)}</dl>` : null,
    signatures:
      signatures.length > 0 ? html`<div class="signatures">${signatures.map(label => html`<div>${label}</div>`)}</div>` : null,
    footer:
      configuration.footerText && runningFooter(configuration.footerText) === null
        ? html`<footer class="typed">${configuration.footerText}</footer>`
        : null,
  };
}

/** The client's balance in the left column and remarks in the right one; without balance, remarks are in both columns. */
function closing(document: PrintedDocument): SafeHtml | null {
  if (!document.statement && document.remarks.length === 0) return null;
  const texts = document.remarks.map(typedBlock);
  const [first, ...others] = document.statement ? [statementBlock(document.statement), ...texts] : texts;
  return html`<div class="closing ${isLong(document) && 'long'}">
    <div>${first}</div>
    <div>${others}</div>
  </div>`;
}

/** The footer text if it is short enough for the margin of every page, else null: then it is printed at the end of the document. */
export const runningFooter = (text: string | null): string | null =>
  text !== null && text.length <= 240 && text.split('\n').length <= 3 ? text : null;

/** Whether texts are so long that they are printed over the width of the page instead of half of it, and may be split between pages. */
const isLong = ({ remarks }: PrintedDocument): boolean =>
  remarks.reduce((length, { text }) => length + text.length + (text.split('\n').length - 1) * LINE_BREAK, 0) > 500;

/** How many characters a line break counts for in the length of a text. */
const LINE_BREAK = 20;

/** The logo; null if there is none or the configuration hides it. @throws TypeError when it is not an image data: URI */
function logo({ configuration, logo: image, document }: Page): SafeHtml | null {
  const shown = configuration.showLogo ? image : null;
  if (!shown) return null;
  if (!/^data:image\/(png|jpeg|svg\+xml)[;,]/.test(shown)) throw new TypeError('The logo must be an image data: URI.');
  return html`<img class="logo" src="${shown}" alt="${document.company}" />`;
}
