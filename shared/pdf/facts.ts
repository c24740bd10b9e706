import type { MandatoryFact, PrintedDocument, PrintedText } from './document.ts';

/**
 * What a printed document must say, word for word (Directive 2006/112/EC, Article 226, and the account to pay to): for checking the
 * text of a PDF after rendering. Pure.
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
    // A check that fails names the first fact that is missing: sums before what is said beside them.
    ...(totals?.rows ?? []).toSorted((a, b) => Number(a.weight === 'minor') - Number(b.weight === 'minor')),
    ...document.legalMentions,
    payment?.text,
    ...(payment?.fields ?? []),
  ];
  return [{ what: 'title', text: title }, { what: 'number', text: number }, ...texts.flatMap(text => text?.facts ?? [])];
}

/** The facts that a PDF's text does not contain (`factsCheck`). */
export const missingFacts = (pdfText: string, facts: readonly MandatoryFact[]): MandatoryFact[] => factsCheck(facts)(pdfText);

/**
 * Looks for facts in the text of a PDF, and gives those that it does not contain. Lines of a cell wrap, so white space does not count
 * in texts; a figure must stand alone: 12,00 is not found in 112,00. Characters of scripts that no bundled font has cannot be looked
 * for; the rest of the text is. What the facts alone decide is worked out at once, so that it can be done while the PDF is made.
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
      // A total that equals another must stand there as often as it was stated.
      if (times !== undefined) return (pieces.get(wanted) ?? 0) < times && timesAlone(wanted, spaced) < times;
      // A style sheet may set titles in capitals.
      return fact.what === 'title' ? !lowered.includes(text.toLowerCase()) : !contains(dense, wanted, text, breaks);
    };
    return sought.filter(isMissing).map(({ fact }) => fact);
  };
}

/** How often each text is there. */
function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Scripts whose characters are drawn one by one from left to right, by fonts that come with the page; and what all scripts share. */
const UNREADABLE = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]|[\p{Extended_Pictographic}\p{RI}]/gu;

/**
 * One spelling for what looks the same, or may be drawn by the same glyph: compatibility forms, invisible characters, hyphens.
 * Kept is the no-break space, which holds the digits of a French number together.
 */
const unified = (text: string): string => (PLAIN.test(text) && !text.includes('  ') ? text : unifiedAny(text));

/** ASCII, as nearly every figure is. */
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
 * Without white space and without what cannot be looked for. A mark may stand in a piece of its own, and joins its letter here; a letter
 * with marks that no font has together is drawn by none.
 */
const dropSpace = (text: string): string => (PLAIN.test(text) ? text.replaceAll(' ', '') : dropSpaceAny(text));

const dropSpaceAny = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/.\p{M}+/gsu, '')
    .replace(UNREADABLE, '');

/** Right-to-left text puts its foreign words in an order of its own: they are looked for one by one. */
function contains(dense: string, wanted: string, sought: string, breaks: number): boolean {
  if (dense.includes(sought)) return true;
  if (RIGHT_TO_LEFT.test(wanted))
    return wanted.split(UNREADABLE).every(part => part.split(/\s+/).every(word => dense.includes(word)));
  // Where a long text goes on over a page's end, the next page's head stands amid it.
  const pieces = sought.length < LONG ? [] : (sought.match(/.{1,40}/gsu) ?? []);
  return pieces.length > 0 && pieces.filter(piece => !dense.includes(piece)).length <= breaks;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Characters from which a text may fill more than a page. */
const LONG = 400;

/** Stands between the texts of two pages. */
export const PAGE_BREAK = '\f';

const isFigure = (text: string): boolean => /^-?[\d.,\s]+(%| [A-Z]{3})?$/.test(text);

function timesAlone(figure: string, text: string): number {
  let times = 0;
  for (let at = text.indexOf(figure); at >= 0; at = text.indexOf(figure, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + figure.length, at + figure.length + 2);
    if (!/\d[.,\u00a0]?$|-$/.test(before) && !/^[.,\u00a0]?\d/.test(after)) times++;
  }
  return times;
}
