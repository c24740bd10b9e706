/** Runs of letters and of digits in what payers write, the parts that numbers of documents are compared by. Pure. */

export interface Piece {
  text: string;
  isDigits: boolean;
  /** The characters between it and the piece before. */
  gap: string;
  /** `NR`, `NUMARUL` and the like stood before it. */
  isNumbered: boolean;
}

/** Stands for what was cut out: no number reaches across it. */
const CUT = '|';
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const DATE =
  /\b(?:(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:20)?\d\d|20\d\d[./-](?:0[1-9]|1[0-2])[./-](?:0[1-9]|[12]\d|3[01]))\b/g;
const IS_NUMBER_WORD = new Set(['NR', 'NRO', 'NO', 'NUM', 'NUMAR', 'NUMARUL', 'SERIA', 'SERIE']);

/** Upper case without diacritics. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();

/** The pieces of a remittance text, without its dates and IBANs; with what a scanner has torn apart put together again. */
export const piecesOfText = (text: string): Piece[] =>
  joined(split(plainText(text).replaceAll(IBAN, ` ${CUT} `).replaceAll(DATE, ` ${CUT} `)));

/** The pieces of a document's number. */
export const piecesOfNumber = (number: string): Piece[] => split(plainText(number));

/** Digits without leading zeros. */
export const significant = (digits: string): string => digits.replace(/^0+/, '') || '0';

/** The text by which pieces are looked up. */
export const keyOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isDigits }) => (isDigits ? significant(text) : text)).join(' ');

function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [end, gap, isNumbered] = [0, '', false];
  for (const { 0: found, index } of text.matchAll(/[A-Z]+|\d+/g)) {
    gap += text.slice(end, index);
    end = index + found.length;
    if (IS_NUMBER_WORD.has(found)) {
      [gap, isNumbered] = [gap.includes(CUT) ? CUT : ' ', true];
      // The point of `nr.` is no part of a number.
      if (text[end] === '.') end += 1;
      continue;
    }
    pieces.push({ text: found, isDigits: /^\d/.test(found), gap, isNumbered });
    [gap, isNumbered] = ['', false];
  }
  return pieces;
}

/**
 * Puts together what cannot be a number by itself: at least three single digits in a row, zeros alone before digits, and single letters in a row.
 * `F C T 0 0 1` becomes `FCT 001`; `FCT 1 2` stays. A long run that stays begins with several zeros, and what follows in it is torn: no piece is
 * looked at more than a few times.
 */
function joined(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const run = runFrom(pieces, at);
    const first = pieces[at] as Piece;
    if (run.length > 1 && isTorn(run)) {
      done.push({ ...first, text: run.map(({ text }) => text).join('') });
      at += run.length;
    } else {
      done.push(first);
      at += 1;
    }
  }
  return done;
}

/** The pieces of one kind from a place on that single spaces divide; of a run that begins with zeros, those and one more. */
function runFrom(pieces: readonly Piece[], from: number): Piece[] {
  const first = pieces[from] as Piece;
  const run = [first];
  const startsWithZeros = isZeros(first);
  // Without a copy of what follows: a text may have a piece for each of its characters.
  for (let at = from + 1; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    if (piece.gap !== ' ' || piece.isNumbered || piece.isDigits !== first.isDigits) break;
    if (piece.text.length > 1) {
      if (startsWithZeros && run.every(isZeros)) run.push(piece);
      break;
    }
    if (first.text.length > 1 && !startsWithZeros) break;
    run.push(piece);
  }
  return run;
}

const isZeros = ({ text }: Piece): boolean => /^0+$/.test(text);

function isTorn(run: readonly Piece[]): boolean {
  const isSingle = run.every(({ text }) => text.length === 1);
  if (!run[0]?.isDigits) return isSingle;
  return (isSingle && run.length > 2) || run.slice(0, -1).every(isZeros);
}
