import { html, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/**
 * Light markdown for mails: paragraphs, line breaks, lists, `**bold**`, `*italic*`, links, and a backslash that escapes the
 * character after it. Everything else is plain text and HTML-escaped: a user's HTML never reaches the mail.
 */

const SPECIAL = /[\\*[\]]/g;

/** Escapes a value so that it renders as plain text. Line breaks become spaces. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(/\s+/g, space => (/[\r\n]/.test(space) ? ' ' : space))
    .replace(/^([-+])/, '\\$1');

/** The text as HTML. @param leading maps the address of a link to the address that is put into the HTML */
export function markdownHtml(text: string, leading: Leading = link => link): SafeHtml {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter(block => block.trim() !== '');
  return html`${blocks.map(block => (isList(block) ? list(block, leading) : html`<p style="margin:0 0 16px">${lines(block, leading)}</p>`))}`;
}

/** The text without markup, for the plain-text part: a link is written as `text (address)`. */
export const markdownText = (text: string): string =>
  piecesOf(text.replace(/\r\n?/g, '\n'))
    .map(piece => {
      if (typeof piece === 'string') return piece;
      return piece.kind === 'link' ? `${markdownText(piece.text)} (${piece.link})` : markdownText(piece.text);
    })
    .join('')
    .trim();

const BULLET = /^\s*[-+*]\s+/;
const isList = (block: string): boolean => block.split('\n').every(line => BULLET.test(line));
type Leading = (link: string) => string;

const list = (block: string, leading: Leading): SafeHtml =>
  html`<ul style="margin:0 0 16px;padding-left:24px">
    ${block.split('\n').map(line => html`<li>${inline(line.replace(BULLET, ''), leading)}</li>`)}
  </ul>`;

const lines = (block: string, leading: Leading): SafeHtml[] =>
  block.split('\n').flatMap((line, place) => (place === 0 ? [inline(line, leading)] : [trusted('<br>'), inline(line, leading)]));

/** Escape, bold, italic, and `[`, where a link may begin. */
const INLINE = /\\([\\*_[\]{}()<>#`~|+-])|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|\[/g;
const LABEL = /(?:\\.|[^\]\\])*/y;
const TARGET = /\]\(([^()\s]+)\)/y;

/** Only web and mail addresses: `javascript:` and other schemes are not links. */
const isSafe = (link: string): boolean => /^(https?:\/\/|mailto:)/i.test(link);

type Marked = { kind: 'bold' | 'italic'; text: string } | { kind: 'link'; text: string; link: string };

/** Splits text into plain strings and marked pieces, in order. The text of a piece may contain marked pieces itself. */
function piecesOf(text: string): (Marked | string)[] {
  const pieces: (Marked | string)[] = [];
  // Brackets before this index are plain text: an earlier bracket has scanned up to it and found no link. Rescanning would take
  // quadratic time.
  let noLinkBefore = 0;
  let from = 0;
  INLINE.lastIndex = 0;
  for (let found = INLINE.exec(text); found; found = INLINE.exec(text)) {
    const [whole, escaped, bold, italic] = found;
    const { index } = found;
    let piece: Marked | string | undefined = escaped;
    if (bold !== undefined) piece = { kind: 'bold', text: bold };
    else if (italic !== undefined) piece = { kind: 'italic', text: italic };
    else if (whole === '[' && index >= noLinkBefore) {
      LABEL.lastIndex = index + 1;
      const label = LABEL.exec(text)?.[0] ?? '';
      TARGET.lastIndex = noLinkBefore = index + 1 + label.length;
      const link = TARGET.exec(text)?.[1];
      if (link !== undefined) {
        INLINE.lastIndex = TARGET.lastIndex;
        piece = isSafe(link) ? { kind: 'link', text: label, link } : text.slice(index, TARGET.lastIndex);
      }
    }
    if (piece === undefined) continue;
    pieces.push(text.slice(from, index), piece);
    from = INLINE.lastIndex;
  }
  return [...pieces, text.slice(from)];
}

const inline = (text: string, leading: Leading): SafeHtml =>
  html`${piecesOf(text).map(piece => (typeof piece === 'string' ? piece : marked(piece, leading)))}`;

function marked(piece: Marked, leading: Leading): SafeHtml {
  const inside = inline(piece.text, leading);
  if (piece.kind === 'link') return html`<a href="${leading(piece.link)}">${inside}</a>`;
  return piece.kind === 'bold' ? html`<strong>${inside}</strong>` : html`<em>${inside}</em>`;
}
