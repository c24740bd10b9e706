import type { FieldErrors } from './errors.ts';

/**
 * The texts of a request, before any schema sees them (decisions.md "Texts"): Unicode in normal form C, without unpaired surrogates,
 * without control characters other than tab and line break. Pure.
 */

/** Control characters (general category Cc) other than tab, line feed and carriage return. */
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

const HALF = 'must not have half of a surrogate pair: a character was cut in two';
const UNSEEN = 'must not have control characters other than tab and line break';

/** Keys through which an object written by key could change its prototype: no field has such a name. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Passwords are hashed, not shown, and have a normal form of their own (NFKC, identity/passwords/passwords.ts). */
const isPassword = (key: string): boolean => /password$/i.test(key);

/** Control characters of file names are removed, not refused (completions-documents §1.9). */
const isFileName = (key: string): boolean => key === 'filename';

/** What is wrong with a text, or null. */
export function textViolation(text: string): string | null {
  if (!text.isWellFormed()) return HALF;
  return CONTROL.test(text) ? UNSEEN : null;
}

/** A value deeper than this is no request of ours; without a bound a megabyte of brackets would exhaust the stack. */
export const DEEPEST = 100;

/** JSON nested deeper than `DEEPEST`. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/** Violations that are reported: a body of 1 MB has room for 100,000 of them, and a Lambda function may answer at most 6 MB. */
const MOST_VIOLATIONS = 100;

/** Characters of a path that are reported; names that the sender chose may be as long as the body. */
const LONGEST_PATH = 200;

/**
 * Violations by field path. A map, not an object: a field may be called like a member that every object has (`toString`).
 */
class Violations {
  private readonly byPath = new Map<string, Set<string>>();
  private count = 0;

  add(path: readonly string[], violation: string): void {
    if (this.count >= MOST_VIOLATIONS) return;
    this.count++;
    const full = path.join('.') || 'body';
    const shown = full.length > LONGEST_PATH ? `${full.slice(0, LONGEST_PATH).toWellFormed()}…` : full;
    const known = this.byPath.get(shown);
    if (known) known.add(violation);
    else this.byPath.set(shown, new Set([violation]));
  }

  asFields(): FieldErrors {
    return Object.fromEntries([...this.byPath].map(([path, violations]) => [path, [...violations]]));
  }
}

/** A JSON value with its texts in normal form C and without reserved keys; what is wrong with its texts goes into `violations`. */
function cleaned(value: unknown, path: string[], violations: Violations): unknown {
  if (typeof value === 'string') return cleanedText(value, path, violations);
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= DEEPEST) throw new TooDeep();
  const inside = (key: string, member: unknown): unknown => {
    path.push(key);
    const clean = cleaned(member, path, violations);
    path.pop();
    return clean;
  };
  if (Array.isArray(value)) return value.map((item, place) => inside(String(place), item));
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (RESERVED.has(key)) continue;
    const violation = textViolation(key);
    if (violation) violations.add(path, `a name in it ${violation}`);
    else members.push([key, inside(key, member)]);
  }
  return Object.fromEntries(members);
}

function cleanedText(text: string, path: readonly string[], violations: Violations): string {
  const key = path.at(-1) ?? '';
  const violation = textViolation(text);
  if (violation === HALF || (violation && !isPassword(key) && !isFileName(key))) violations.add(path, violation);
  return isPassword(key) ? text : text.normalize('NFC');
}

/**
 * A JSON value as the schemas get it.
 *
 * @returns the value in normal form, and the violations of its texts by field path (`lines.0.description`), the first hundred of them;
 *   none when there are none.
 * @throws TooDeep for a value nested deeper than `DEEPEST`.
 */
export function cleanTexts(value: unknown): { value: unknown; violations: FieldErrors } {
  const violations = new Violations();
  return { value: cleaned(value, [], violations), violations: violations.asFields() };
}

/** JSON without the reserved keys, at any depth: for what was stored before they were dropped. */
export const parseWithoutReserved = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (RESERVED.has(key) ? undefined : value));

/**
 * U+FFFD stands for bytes that were no UTF-8. API Gateway decodes bodies of text types, query and path, and does not
 * say whether it replaced anything, so the character itself is taken as the sign. In JSON it can be sent as \ufffd.
 */
export const wasReplaced = (text: string): boolean => text.includes('\uFFFD');
