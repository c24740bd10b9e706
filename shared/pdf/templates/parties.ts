import { customerOf, supplierOf } from '../../model/roles.ts';
import type { Party } from '../../model/party.ts';
import type { Format } from '../format.ts';
import { html, type Interpolation, type SafeHtml } from '../../kernel/html.ts';
import type { Labels } from '../labels/index.ts';
import { addressLines, buyerName, buyerTaxId, type PrintedIdentifier, sellerTaxId } from '../printed.ts';
import type { PrintedInvoice } from './template.ts';

/** A label and its value; nothing when there is no value. */
export const field = (label: string, value: Interpolation): SafeHtml | null =>
  value
    ? html`<div class="field">
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`
    : null;

/** The seller's block; nothing while a self-billed draft names no client. */
export function sellerBlock({ document, labels }: PrintedInvoice, format: Format): SafeHtml | null {
  const seller = supplierOf(document);
  if (!seller) return null;
  return html`<section class="party">
    <h2>${labels.seller}</h2>
    <p class="name">${seller.name}</p>
    ${address(seller, labels, format)}
    <dl>
      ${identifier(sellerTaxId(document), labels)} ${field(labels.registrationNumber, seller.registrationNumber)}
      ${field(labels.capital, seller.capitalSocial)} ${field(labels.phone, seller.phone)} ${field(labels.email, seller.email)}
      ${field(labels.website, seller.website)}
    </dl>
  </section>`;
}

/** The buyer's block; nothing while a draft names no buyer. */
export function buyerBlock({ document, labels }: PrintedInvoice, format: Format): SafeHtml | null {
  const name = buyerName(document);
  if (!name) return null;
  const buyer = customerOf(document);
  return html`<section class="party">
    <h2>${labels.buyer}</h2>
    <p class="name">${name}</p>
    ${buyer && address(buyer, labels, format)}
    <dl>
      ${identifier(buyerTaxId(document), labels)} ${field(labels.registrationNumber, buyer?.registrationNumber)}
      ${field(labels.phone, buyer?.phone)} ${field(labels.email, buyer?.email)}
    </dl>
  </section>`;
}

const identifier = (taxId: PrintedIdentifier | null, labels: Labels): SafeHtml | null =>
  taxId && field(labels[taxId.kind], taxId.value);

/** The country is said where the reader may not assume it: of foreign parties, and to foreign readers. */
function address(party: Party, labels: Labels, format: Format): SafeHtml | null {
  const isAbroad = party.country.toUpperCase() !== 'RO' || labels.language !== 'ro';
  const lines = [...addressLines(party), ...(isAbroad ? [format.country(party.country)] : [])];
  return lines.length > 0 ? html`<address>${lines.map(line => html`<div>${line}</div>`)}</address>` : null;
}
