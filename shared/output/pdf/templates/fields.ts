import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { PrintedField, PrintedParty, PrintedTransport } from '../document.ts';
import { qrCode } from '../qr-code.ts';
import { breakable } from './addresses.ts';

/** The fields as pairs of `<dt>` and `<dd>`, for a `<dl>`. */
export const fieldsOf = (fields: readonly PrintedField[]): SafeHtml[] =>
  fields.map(
    field =>
      html`<div class="field ${field.style === 'due' && 'due'}">
        <dt>${field.label}</dt>
        <dd>${valueOf(field)}</dd>
      </div>`,
  );

function valueOf({ text, style, link }: PrintedField): SafeHtml | string {
  if (link !== undefined) return html`<a href="${link}">${breakable(text)}</a>`;
  return style === 'iban' ? html`<span class="iban">${text}</span>` : text;
}

/** The block of a seller or a buyer. */
export const partyBlock = ({ heading, name, address, fields }: PrintedParty): SafeHtml =>
  html`<section class="party">
    <h2>${heading}</h2>
    <p class="name">${name.text}</p>
    ${address.length > 0 && html`<address>${address.map(({ text }) => html`<div>${text}</div>`)}</address>`}
    <dl>${fieldsOf(fields)}</dl>
  </section>`;

/**
 * The identifier of a transport (UIT) in a large font, with its QR code; under the code it is printed again without spaces, for copying.
 * One that is no longer valid (`code` is null) is struck through and has no QR code.
 */
export const transportBlock = ({ heading, identifier, code, fields }: PrintedTransport): SafeHtml =>
  html`<section class="transport">
    <div>
      <h2>${heading}</h2>
      <p class="identifier">
        <span class="label">${identifier.label}</span> ${
          code === null ? html`<s class="uit">${identifier.text}</s>` : html`<span class="uit">${identifier.text}</span>`
        }
      </p>
      ${fields.length > 0 && html`<dl class="strip">${fieldsOf(fields)}</dl>`}
    </div>
    ${
      code !== null &&
      html`<figure class="qr">
        ${qrCode(code)}
        <figcaption>${code}</figcaption>
      </figure>`
    }
  </section>`;
