import { html, type SafeHtml, trusted } from '../documents/html.ts';

/**
 * Light markdown, as people write mails: paragraphs, line breaks, lists, `**bold**`, `*italic*`, links, and a backslash before what
 * shall not be taken for any of these. Everything else is text, and escaped: no tag of a user reaches the mail.
 */

const SPECIAL = /[\\*[\]]/g;

/** A value so written that it stays text. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^([-+])/, '\\$1');

/** The text as HTML. */
export function markdownHtml(text: string): SafeHtml {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter(block => block.trim() !== '');
  return html`${blocks.map(block => (isList(block) ? list(block) : html`<p style="margin:0 0 16px">${lines(block)}</p>`))}`;
}

/** The text as it is read without HTML: markers gone, links beside their texts. */
export const markdownText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INLINE, (found, escaped: string | undefined, bold?: string, strong?: string, label?: string, link?: string) => {
      if (escaped !== undefined) return escaped;
      if (label !== undefined) return link && isSafe(link) ? `${markdownText(label)} (${link})` : found;
      return markdownText(bold ?? strong ?? '');
    })
    .trim();

const BULLET = /^\s*[-+*]\s+/;
const isList = (block: string): boolean => block.split('\n').every(line => BULLET.test(line));
const list = (block: string): SafeHtml =>
  html`<ul style="margin:0 0 16px;padding-left:24px">
    ${block.split('\n').map(line => html`<li>${inline(line.replace(BULLET, ''))}</li>`)}
  </ul>`;

const lines = (block: string): SafeHtml[] =>
  block.split('\n').flatMap((line, place) => (place === 0 ? [inline(line)] : [trusted('<br>'), inline(line)]));

/** Escape, bold, italic, link. */
const INLINE = /\\([\\*_[\]()<>#`~|+-])|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|\[((?:\\.|[^\]\\])*)\]\(([^()\s]+)\)/g;

/** Links lead to the web or to a mail program, and run nothing. */
const isSafe = (link: string): boolean => /^(https?:\/\/|mailto:)/i.test(link);

function inline(text: string): SafeHtml {
  const parts: (SafeHtml | string)[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    parts.push(text.slice(from, found.index));
    parts.push(marked(found));
    from = found.index + found[0].length;
  }
  return html`${[...parts, text.slice(from)]}`;
}

function marked([whole, escaped, bold, italic, label, link]: RegExpExecArray): SafeHtml | string {
  if (escaped !== undefined) return escaped;
  if (bold !== undefined) return html`<strong>${inline(bold)}</strong>`;
  if (italic !== undefined) return html`<em>${inline(italic)}</em>`;
  return link && isSafe(link) ? html`<a href="${link}">${inline(label ?? '')}</a>` : whole;
}
