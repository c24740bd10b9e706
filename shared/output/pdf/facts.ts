import type { MandatoryFact, PrintedDocument, PrintedText } from './document.ts';

/**
 * All texts that a printed document must contain literally (Directive 2006/112/EC, Article 226, and the bank account), to check the
 * text of the PDF after rendering. Pure.
 */
export function mandatoryFacts(document: PrintedDocument): MandatoryFact[] {
  const { title, number, dates, references, parties, transport, lines, adjustments, vat, totals, payment } = document;
  const texts: (PrintedText | null | undefined)[] = [
    ...dates,
    ...references,
    ...parties.flatMap(party => [party.name, ...party.fields, ...party.address]),
    transport?.identifier,
    ...(transport?.fields ?? []),
    ...lines.rows.flatMap(cells => [...cells, ...cells.flatMap(cell => cell.details ?? [])]),
    ...(adjustments?.rows ?? []).flatMap(row => row.cells),
    ...(vat?.rows ?? []).flatMap(row => [...row.cells, row.reason]),
    // An error message names the first missing fact, so sums come before minor rows.
    ...(totals?.rows ?? []).toSorted((a, b) => Number(a.weight === 'minor') - Number(b.weight === 'minor')),
    ...document.legalMentions,
    payment?.text,
    ...(payment?.fields ?? []),
  ];
  return [{ what: 'title', text: title }, { what: 'number', text: number }, ...texts.flatMap(text => text?.facts ?? [])];
}

/** The facts that the text of a PDF does not contain (see `factsCheck`). */
export const missingFacts = (pdfText: string, facts: readonly MandatoryFact[]): MandatoryFact[] => factsCheck(facts)(pdfText);

/**
 * Returns a function that finds the facts which the text of a PDF does not contain. White space in texts is ignored, because cells
 * wrap; a figure must not be part of a longer one: 12,00 is not found in 112,00. Characters of scripts that no bundled font has are
 * ignored. The facts are prepared when this is called, so that it can run while the PDF is rendered.
 */
export function factsCheck(facts: readonly MandatoryFact[]): (pdfText: string) => MandatoryFact[] {
  const sought = facts.map(fact => {
    const wanted = unified(fact.text).trim();
    return { fact, wanted, dense: dropSpace(wanted) };
  });
  const figures = counted(sought.map(({ wanted }) => wanted).filter(isFigure));
  return pdfText => {
    const spaced = unified(pdfText);
    const dense = dropSpace(spaced);
    const lowered = dense.toLowerCase();
    const breaks = pdfText.split(PAGE_BREAK).length - 1;
    const pieces = counted(pdfText.split('\n').map(piece => unified(piece).trim()));
    const isMissing = ({ fact, wanted, dense: text }: (typeof sought)[number]): boolean => {
      const times = figures.get(wanted);
      // If several facts are the same figure, it must occur as often.
      if (times !== undefined) return (pieces.get(wanted) ?? 0) < times && timesAlone(wanted, spaced) < times;
      // A style sheet may print titles in upper case.
      return fact.what === 'title' ? !lowered.includes(text.toLowerCase()) : !contains(dense, wanted, text, breaks);
    };
    return sought.filter(isMissing).map(({ fact }) => fact);
  };
}

/** The number of occurrences of each text. */
function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * Characters that are ignored: all but scripts that are written left to right with a glyph for each character, numbers and
 * punctuation.
 */
const UNREADABLE = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]|[\p{Extended_Pictographic}\p{RI}]/gu;

/**
 * Normalizes characters that look the same or may be drawn with the same glyph: compatibility forms, invisible characters, hyphens.
 * The no-break space stays, because it separates the digits of a French number.
 */
const unified = (text: string): string => (PLAIN.test(text) && !text.includes('  ') ? text : unifiedAny(text));

/** ASCII only, like nearly all figures: needs no normalization. */
const PLAIN = /^[\x20-\x7e]*$/;

const unifiedAny = (text: string): string =>
  text
    .split('\u00a0')
    .map(part => part.normalize('NFKC'))
    .join('\u00a0')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(/\ufffd/g, '');

/**
 * Removes white space and characters that are ignored. A combining mark may be a separate piece of text and is composed with its
 * letter here; a letter with marks for which there is no composed character is removed.
 */
const dropSpace = (text: string): string => (PLAIN.test(text) ? text.replaceAll(' ', '') : dropSpaceAny(text));

const dropSpaceAny = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/.\p{M}+/gsu, '')
    .replace(UNREADABLE, '');

/**
 * Whether the text contains a fact. Right-to-left text may reorder words of other scripts, so its words are searched one by one.
 */
function contains(dense: string, wanted: string, sought: string, breaks: number): boolean {
  if (dense.includes(sought)) return true;
  if (RIGHT_TO_LEFT.test(wanted))
    return wanted.split(UNREADABLE).every(part => part.split(/\s+/).every(word => dense.includes(word)));
  // In a long text that continues on the next page, the head of that page is in between: one piece may be missing for each page
  // break.
  const pieces = sought.length < LONG ? [] : (sought.match(/.{1,40}/gsu) ?? []);
  return pieces.length > 0 && pieces.filter(piece => !dense.includes(piece)).length <= breaks;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The number of characters from which a text may continue on the next page. */
const LONG = 400;

/** Separates the texts of two pages. */
export const PAGE_BREAK = '\f';

/** An amount or a date, of which a document may have several that are the same. */
const isFigure = (text: string): boolean =>
  /^(-?[\d.,\s]+(%| [A-Z]{3})?|\d{2}\/\d{2}\/\d{4}|\d{1,2}\s\p{L}+\s\d{4})$/u.test(text);

function timesAlone(figure: string, text: string): number {
  let times = 0;
  for (let at = text.indexOf(figure); at >= 0; at = text.indexOf(figure, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + figure.length, at + figure.length + 2);
    if (!/\d[.,\u00a0]?$|-$/.test(before) && !/^[.,\u00a0]?\d/.test(after)) times++;
  }
  return times;
}
