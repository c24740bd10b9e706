import { html, type SafeHtml } from '../../kernel/html.ts';
import type { PrintedField, PrintedParty } from '../document.ts';

/** Labels with what stands beside them. */
export const fieldsOf = (fields: readonly PrintedField[]): SafeHtml[] =>
  fields.map(
    ({ label, text, style }) =>
      html`<div class="field">
        <dt>${label}</dt>
        <dd>${style === 'iban' ? html`<span class="iban">${text}</span>` : text}</dd>
      </div>`,
  );

/** The block of a seller or a buyer. */
export const partyBlock = ({ heading, name, address, fields }: PrintedParty): SafeHtml =>
  html`<section class="party">
    <h2>${heading}</h2>
    <p class="name">${name.text}</p>
    ${address.length > 0 && html`<address>${address.map(({ text }) => html`<div>${text}</div>`)}</address>`}
    <dl>${fieldsOf(fields)}</dl>
  </section>`;
