import { css, html, type SafeHtml } from '#shared/base/kernel/html.ts';

/**
 * An e-mail or web address that breaks after `@` and `/`. A part that is longer than a line alone breaks before a `.`, and never at a
 * hyphen, which would read as hyphenation.
 */
export const breakable = (text: string): SafeHtml =>
  html`${text.split(/(?<=[/@])(?=[^/@])/).map(part => html`<span class="part">${partOf(part)}</span>`)}`;

const partOf = (part: string): SafeHtml[] =>
  part.split(/(?=\.)/).map((label, place) => html`${place > 0 && html`<wbr />`}${unhyphenated(label)}`);

const unhyphenated = (label: string): SafeHtml[] =>
  label.split(/(.?-+.?)/).map((piece, place) => (place % 2 === 0 ? html`${piece}` : html`<span class="hyphen">${piece}</span>`));

/** The style of addresses in all templates: a part moves to the next line as a whole, if it fits there. */
export const addressStyle: SafeHtml = css`
  .part {
    display: inline-block;
  }
  .hyphen {
    white-space: nowrap;
  }
`;
