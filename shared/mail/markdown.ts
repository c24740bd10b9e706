import { html, type SafeHtml, trusted } from '../kernel/html.ts';

/**
 * Light markdown, as people write mails: paragraphs, line breaks, lists, `**bold**`, `*italic*`, links, and a backslash before what
 * shall not be taken for any of these. Everything else is text, and escaped: no tag of a user reaches the mail.
 */

const SPECIAL = /[\\*[\]]/g;

/** A value so written that it stays text. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(/\s+/g, space => (/[\r\n]/.test(space) ? ' ' : space))
    .replace(/^([-+])/, '\\$1');

/** The text as HTML. @param leading to where a link leads in place of its own address */
export function markdownHtml(text: string, leading: Leading = link => link): SafeHtml {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter(block => block.trim() !== '');
  return html`${blocks.map(block => (isList(block) ? list(block, leading) : html`<p style="margin:0 0 16px">${lines(block, leading)}</p>`))}`;
}

/** The text as it is read without HTML: markers gone, links beside their texts. */
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

/** Escape, bold, italic, and where a link may begin. */
const INLINE = /\\([\\*_[\]{}()<>#`~|+-])|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|\[/g;
const LABEL = /(?:\\.|[^\]\\])*/y;
const TARGET = /\]\(([^()\s]+)\)/y;

/** Links lead to the web or to a mail program, and run nothing. */
const isSafe = (link: string): boolean => /^(https?:\/\/|mailto:)/i.test(link);

type Marked = { kind: 'bold' | 'italic'; text: string } | { kind: 'link'; text: string; link: string };

/** Plain text and what is marked in it, in order. What is inside of a mark may hold others. */
function piecesOf(text: string): (Marked | string)[] {
  const pieces: (Marked | string)[] = [];
  // Brackets before this place are text: an earlier one found no link with the same end. Each would look for it anew otherwise.
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
