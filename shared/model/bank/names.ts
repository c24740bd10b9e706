import { compare, fold } from '#shared/base/kernel/collate.ts';
import { compact, withoutPrefix } from '../identifiers.ts';
import type { BankEntry, BankPartner } from './entry.ts';
import { plainText } from './pieces.ts';

/** Whom a line of a statement is from, by account, tax number and name (BNK-11). Pure. */

export const PARTNER_REASONS = ['iban_known', 'tax_code_in_text', 'name_alike'] as const;
export type PartnerReason = (typeof PARTNER_REASONS)[number];

/** Legal forms and what is written with them. */
const LEGAL_FORMS = new Set(
  (
    'sc srl srld sa snc scs sca ra pfa ii if ong societatea societate comerciala comercial persoana fizica autorizata intreprindere ' +
    'intreprinderea individuala familiala gmbh mbh ag kg ug ltd limited llc inc bv nv kft zrt spa sas sarl oy ab as aps eood ood doo'
  ).split(' '),
);

/** Characters after which banks cut names off. */
const CUT_OFF = 30;
/** Letters of a name that was cut off which are enough to recognize it. */
const ENOUGH_LETTERS = 14;
/** The most partners of a line (BNK-20): an account or a name may be in the records of all. */
const MOST_KNOWN = 100;
/** Digits of a tax number that may stand by itself. */
const ENOUGH_DIGITS = 6;

/** The words of a name without legal forms, in one order: `S.C. Alfa Trans S.R.L.` and `TRANS ALFA SRL` have the same. */
export function nameWords(name: string): string[] {
  // `S. R. L.` has become single letters.
  const words = fold(name).replaceAll(/\b(?:[a-z] )+[a-z]\b/g, letters => letters.replaceAll(' ', ''));
  return words.split(' ').filter(word => word !== '' && !LEGAL_FORMS.has(word));
}

const comparedIban = (iban: string | null): string | null => compact(iban);
const comparedCode = (code: string | null): string | null => {
  const number = compact(code);
  return number && withoutPrefix(number);
};

/** Partners by what identifies them. */
export class Partners {
  readonly #byIban = new Map<string, Set<string>>();
  readonly #byCode = new Map<string, Set<string>>();
  readonly #byName = new Map<string, Set<string>>();
  /** In the order of their letters. */
  readonly #letters: readonly [letters: string, key: string][];

  constructor(partners: Iterable<BankPartner>) {
    const all: [letters: string, key: string][] = [];
    for (const { key, iban, taxCode, name } of partners) {
      into(this.#byIban, comparedIban(iban), key);
      into(this.#byCode, comparedCode(taxCode), key);
      const words = nameWords(name ?? '');
      if (words.length === 0) continue;
      into(this.#byName, words.toSorted().join(' '), key);
      into(this.#byName, words.join(''), key);
      all.push([words.join(''), key]);
    }
    this.#letters = all.toSorted(([a], [b]) => compare(a, b));
  }

  /** What speaks for each partner, by its key: for the first ones by account, else by tax number, else by name. */
  of({ counterparty, text, references }: BankEntry): Map<string, Set<PartnerReason>> {
    const found = new Map<string, Set<PartnerReason>>();
    const note = (keys: Iterable<string> | undefined, reason: PartnerReason): void => {
      for (const key of keys ?? [])
        if (found.has(key) || found.size < MOST_KNOWN) found.set(key, (found.get(key) ?? new Set()).add(reason));
    };
    note(this.#byIban.get(comparedIban(counterparty.iban) ?? ''), 'iban_known');
    for (const code of codesOf([text, ...references].join(' ; '), counterparty.taxCode))
      note(this.#byCode.get(code), 'tax_code_in_text');
    if (counterparty.name !== null) note(this.#alike(counterparty.name), 'name_alike');
    return found;
  }

  #alike(name: string): Set<string> {
    const words = nameWords(name);
    const letters = words.join('');
    const keys = new Set<string>();
    if (letters === '') return keys;
    for (const form of [words.toSorted().join(' '), letters]) for (const key of this.#byName.get(form) ?? []) keys.add(key);
    if (name.trim().length >= CUT_OFF && letters.length >= ENOUGH_LETTERS)
      for (const key of this.#startingWith(letters)) keys.add(key);
    return keys;
  }

  *#startingWith(letters: string): Generator<string> {
    let [from, to] = [0, this.#letters.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#letters[middle]?.[0] ?? '') < letters) from = middle + 1;
      else to = middle;
    }
    for (let at = from; this.#letters[at]?.[0].startsWith(letters); at++) yield this.#letters[at]?.[1] ?? '';
  }
}

function into(index: Map<string, Set<string>>, value: string | null, key: string): void {
  if (value === null || value === '') return;
  index.set(value, (index.get(value) ?? new Set()).add(key));
}

const CODE_WORDS = new Set(['CUI', 'CIF', 'CF', 'RO']);

/** The tax numbers in a text: digits that are long enough, or that stand behind `CUI`, `CIF` or `RO`. */
function codesOf(text: string, stated: string | null): Set<string> {
  const codes = new Set<string>();
  let before = '';
  for (const [word] of plainText(text).matchAll(/[A-Z0-9]+/g)) {
    const [, prefix = '', digits] = /^([A-Z]{0,3})(\d{2,13})$/.exec(word) ?? [];
    const isNamed = CODE_WORDS.has(prefix === '' ? before : prefix);
    if (digits !== undefined && (isNamed || (prefix === '' && digits.length >= ENOUGH_DIGITS))) codes.add(digits);
    before = word;
  }
  const code = comparedCode(stated);
  if (code !== null) codes.add(code);
  return codes;
}
