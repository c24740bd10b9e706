import { keyOf, type Piece, piecesOfNumber, piecesOfText, significant } from './pieces.ts';

/**
 * The numbers of documents in what payers write (BNK-9, BNK-10): `FCT 001`, `fact. FCT-001/2026`, `f FCT001, FCT002`, `FCT 1, 2 si 3`. A false
 * match is worse than none: what is short, or may be a date, an account, an amount or the number of something else, is not one. Pure.
 */

/** `whole`: the number with its series; `digits`: its digits alone, behind a word for invoice, which need other evidence for the partner. */
export type Found = 'whole' | 'digits';

export interface Numbered {
  id: string;
  number: string;
  /** Null when it is not known. */
  issueDate: string | null;
}

/** The most pieces of a number. */
const MOST_PIECES = 6;
/** Digits of a number without letters that may stand by itself. */
const ENOUGH_DIGITS = 5;

const INVOICE_WORDS = [
  'FACTURILE',
  'FACTURII',
  'FACTURI',
  'FACTURA',
  'FACT',
  'FAC',
  'FC',
  'FF',
  'FV',
  'FT',
  'F',
  'INVOICE',
  'INV',
];
const IS_INVOICE_WORD = new Set(INVOICE_WORDS);
/** Words behind which a number is that of something else. */
const OTHER_THINGS = new Set(
  (
    'CONTRACT CONTRACTUL CTR CONTR COMANDA CMD CDA PO ORDER AVIZ AVIZUL PROFORMA PROF PF OP BON BF CHITANTA CHIT CH DOSAR POLITA TEL TELEFON ' +
    'CUI CIF CNP RO J SUMA TOTAL VALOARE AP APT BL SC STR BLOC POS CARD ID COD CONT ABONAMENT CLIENT'
  ).split(' '),
);
const CURRENCIES = new Set(['LEI', 'RON', 'EUR', 'EURO', 'USD', 'GBP']);
/** Words that are written to a number without a space where a line of 35 characters ended. */
const MAY_FOLLOW = new Set([...CURRENCIES, ...INVOICE_WORDS, 'SI', 'DIN', 'DE', 'LA', 'CV', 'PLATA', 'REST', 'PARTIAL', 'AVANS']);
const WITHIN = /^[\s\-/\\._:#]{0,3}$/;
const LISTED = /^\s*[,;+&]\s*$/;
const YEAR = /^20\d\d$/;

/** Whether a piece is the year of the number before it. */
const isYear = ({ text, isDigits, gap }: Piece): boolean => isDigits && YEAR.test(text) && /^\s?[/-]\s?$/.test(gap);

const lettersOf = (pieces: readonly Piece[]): string => pieces.map(({ text, isDigits }) => (isDigits ? '' : text)).join('');
const digitsOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isDigits }) => (isDigits ? significant(text) : '')).join('');

/** Whether enough is written that it cannot be by chance. */
function isEnough(pieces: readonly Piece[]): boolean {
  const [letters, digits] = [lettersOf(pieces), digitsOf(pieces)];
  if (digits === '') return false;
  if (letters.length === 0) return digits.length >= ENOUGH_DIGITS;
  if (letters.length === 1) return digits.length >= 3;
  return pieces.reduce((sum, { text }) => sum + text.length, 0) >= 3;
}

/** The numbers of documents, to look up what texts name. */
export class Numbers {
  readonly #whole = new Map<string, Set<string>>();
  readonly #digits = new Map<string, Set<string>>();
  readonly #years = new Map<string, string>();
  /** What numbers begin with: most of a text begins none. */
  readonly #firsts = new Set<string>();
  /** What stands before the digits of numbers. */
  readonly #series = new Set<string>();

  constructor(documents: Iterable<Numbered>) {
    for (const document of documents) this.#add(document);
  }

  #add({ id, number, issueDate }: Numbered): void {
    const pieces = piecesOfNumber(number);
    const year = issueDate?.slice(0, 4) ?? '';
    if (year !== '') this.#years.set(id, year);
    const place = pieces.findIndex(({ isDigits }) => isDigits);
    if (place === 1) this.#series.add(keyOf(pieces.slice(0, 1)));
    for (const variant of [pieces, ...withYear(pieces, year)]) {
      this.#firsts.add(keyOf(variant.slice(0, 1)));
      if (isEnough(variant)) into(this.#whole, keyOf(variant), id);
    }
    const last =
      pieces.findLast(({ text, isDigits }) => isDigits && text !== year) ?? pieces.findLast(({ isDigits }) => isDigits);
    if (last) into(this.#digits, significant(last.text), id);
  }

  /** The ids of the documents that a text names, at most the first so many of them. */
  in(text: string, most = Infinity): Map<string, Found> {
    const search = new Search(most, this.#years);
    const pieces = piecesOfText(text);
    for (let at = 0; at < pieces.length;) at = this.#from(pieces, at, search);
    return search.found;
  }

  /** Looks for a number at a place, and returns the next one to look at. */
  #from(pieces: readonly Piece[], at: number, search: Search): number {
    const firsts = isGlued(pieces, at) ? [] : readings(pieces[at] as Piece).filter(one => this.#firsts.has(keyOf([one])));
    for (const window of windowsFrom(pieces, at, firsts)) {
      const end = at + window.length;
      if (!isEnough(window) || !standsAlone(pieces, at, end, window)) continue;
      const ids = this.#whole.get(keyOf(window));
      // What is paid is not among the documents; what is listed behind it may be.
      if (!ids && !(window.length === 2 && this.#series.has(keyOf(window.slice(0, 1))))) continue;
      search.note(ids, 'whole', pieces[end]);
      return lettersOf(window) === '' ? end : this.#listed(pieces, window, end, search);
    }
    return this.#behindWord(pieces, at, search);
  }

  /** Digits behind a word for invoice: `factura 123`. */
  #behindWord(pieces: readonly Piece[], at: number, search: Search): number {
    const piece = pieces[at] as Piece;
    if (!piece.isDigits || piece.text.length < 2 || !endsAt(pieces, at + 1, [piece])) return at + 1;
    const before = pieces[at - 1];
    const isBehind = before !== undefined && !before.isDigits && IS_INVOICE_WORD.has(before.text) && WITHIN.test(piece.gap);
    if (!isBehind) return at + 1;
    const take: Take = (one, next) => search.note(this.#digits.get(significant(one.text)), 'digits', next);
    take(piece, pieces[at + 1]);
    return eachListed(pieces, at + 1, piece.text, take);
  }

  /** Further digits of the same series: `FCT 001, 002 si 003`. */
  #listed(pieces: readonly Piece[], window: readonly Piece[], end: number, search: Search): number {
    const place = window.findIndex(({ isDigits }) => isDigits);
    const series = window.slice(0, place);
    const first = window.find(({ text, isDigits }) => isDigits && !YEAR.test(text)) ?? window[place];
    return eachListed(pieces, end, first?.text ?? '', (piece, next) =>
      search.note(this.#whole.get(keyOf([...series, piece])), 'whole', next),
    );
  }
}

/** What a text names, while it is read. */
class Search {
  readonly found = new Map<string, Found>();
  /** What was noted before: a text may name the same number hundreds of times. */
  readonly #noted = new Map<ReadonlySet<string>, Set<string>>();
  readonly #most: number;
  readonly #years: ReadonlyMap<string, string>;

  constructor(most: number, years: ReadonlyMap<string, string>) {
    this.#most = most;
    this.#years = years;
  }

  /** Notes documents, without those of another year than the one behind the number: `FCT 001/2025`. */
  note(ids: ReadonlySet<string> | undefined, how: Found, next: Piece | undefined): void {
    if (!ids) return;
    const year = next && isYear(next) ? next.text : '';
    const years = this.#noted.get(ids) ?? new Set();
    if (years.has(year)) return;
    this.#noted.set(ids, years.add(year));
    for (const id of ids) {
      const isKnown = this.found.has(id);
      if (!isKnown && this.found.size >= this.#most) return;
      if (year !== '' && (this.#years.get(id) ?? year) !== year) continue;
      if (!isKnown || how === 'whole') this.found.set(id, how);
    }
  }
}

function into(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key) ?? new Set();
  index.set(key, ids.add(id));
}

/** A number without the year in it; one without a year, with it before and behind its digits. */
function withYear(pieces: readonly Piece[], year: string): Piece[][] {
  const digits = pieces.filter(({ isDigits }) => isDigits);
  if (year === '' || lettersOf(pieces) === '' || digits.length === 0) return [];
  const rest = pieces.filter(({ text }) => text !== year);
  if (rest.length < pieces.length) return digits.length > 1 && rest.some(({ isDigits }) => isDigits) ? [rest] : [];
  if (digits.length > 1) return [];
  const added: Piece = { text: year, isDigits: true, gap: '', isNumbered: false };
  const place = pieces.findIndex(({ isDigits }) => isDigits);
  return [[...pieces, added], pieces.toSpliced(place, 0, added)];
}

/** A piece, also without a word for invoice that is written to its series. */
function readings(piece: Piece): Piece[] {
  const { text, isDigits } = piece;
  if (isDigits) return [piece];
  const words = INVOICE_WORDS.filter(word => word.length > 2 && text.length > word.length + 1 && text.startsWith(word));
  return [piece, ...words.map(word => ({ ...piece, text: text.slice(word.length) }))];
}

/** The runs of pieces that may be a number, the longest first, with each reading of the first piece. */
function* windowsFrom(pieces: readonly Piece[], at: number, firsts: readonly Piece[]): Generator<Piece[]> {
  if (firsts.length === 0) return;
  let end = at + 1;
  while (end < pieces.length && end - at < MOST_PIECES && WITHIN.test(pieces[end]?.gap ?? '')) end += 1;
  for (; end > at; end--) for (const first of firsts) yield [first, ...pieces.slice(at + 1, end)];
}

/** Whether a piece is written to the one before, which is no word for invoice. */
function isGlued(pieces: readonly Piece[], at: number): boolean {
  const [before, first] = [pieces[at - 1], pieces[at]];
  return before !== undefined && first?.gap === '' && !(first.isDigits && IS_INVOICE_WORD.has(before.text));
}

/** Whether a run is no part of something longer or other. */
function standsAlone(pieces: readonly Piece[], at: number, end: number, window: readonly Piece[]): boolean {
  const before = pieces[at - 1];
  if (lettersOf(window) === '' && before && !before.isDigits && OTHER_THINGS.has(before.text)) return false;
  return endsAt(pieces, end, window);
}

/** Whether a number may end before a place. */
function endsAt(pieces: readonly Piece[], end: number, window: readonly Piece[]): boolean {
  const next = pieces[end];
  const last = window.at(-1);
  if (!next || !last) return true;
  if (!last.isDigits) return false;
  if (!next.isDigits) {
    if (next.gap === '') return MAY_FOLLOW.has(next.text);
    return lettersOf(window) !== '' || !CURRENCIES.has(next.text);
  }
  // 1.500, and a year that is part of the number: FCT 2026 001.
  if (next.gap === '.' && next.text.length === 3 && !last.text.startsWith('0')) return false;
  const years = window.filter(({ isDigits }) => isDigits);
  return !(years.length === 1 && YEAR.test(last.text) && WITHIN.test(next.gap));
}

type Take = (piece: Piece, next: Piece | undefined) => void;

/** Calls `take` for the digits that are listed behind a number, written as those; returns the place behind them. */
function eachListed(pieces: readonly Piece[], from: number, first: string, take: Take): number {
  let at = from;
  // The year of the number before: FCT 001/2026, 002/2026.
  const skipYear = (): void => {
    const piece = pieces[at];
    if (piece && isYear(piece)) at += 1;
  };
  for (;;) {
    skipYear();
    const next = pieces[at];
    const isAnd = next?.text === 'SI' && pieces[at + 1]?.isDigits === true;
    const piece = isAnd ? pieces[at + 1] : next;
    if (!piece?.isDigits || !(isAnd || LISTED.test(piece.gap) || piece.isNumbered) || !isAsWritten(piece.text, first)) return at;
    at += isAnd ? 2 : 1;
    if (!endsAt(pieces, at, [piece])) return at;
    take(piece, pieces[at]);
  }
}

const isAsWritten = (text: string, first: string): boolean =>
  first.startsWith('0') || text.startsWith('0') ? text.length === first.length : text.length >= first.length;
