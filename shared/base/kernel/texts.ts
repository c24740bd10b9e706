import type { FieldErrors } from './errors.ts';

/**
 * Cleans the texts of a request before schemas validate them (REQ-10, REQ-11): Unicode normal form C, no unpaired surrogates,
 * no control characters other than tab and line break. Pure.
 */

/** Control characters (general category Cc) other than tab, line feed and carriage return. */
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

const HALF = 'must not have half of a surrogate pair: a character was cut in two';
const UNSEEN = 'must not have control characters other than tab and line break';

/** Keys that could change the prototype of an object (prototype pollution); no field has such a name. */
export const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Passwords may contain control characters, and have a normal form of their own (NFKC, identity/passwords/passwords.ts). */
const isPassword = (key: string): boolean => /password$/i.test(key);

/** Control characters of file names are removed, not refused (OUT-29, OUT-33). */
const isFileName = (key: string): boolean => key === 'filename';

/** The violation of a text, as a field message, or null. */
export function textViolation(text: string): string | null {
  if (!text.isWellFormed()) return HALF;
  return CONTROL.test(text) ? UNSEEN : null;
}

/** Maximum nesting depth of a request; without it, a megabyte of brackets would exhaust the stack. */
export const DEEPEST = 100;

/** The JSON is nested deeper than `DEEPEST`. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/** Maximum of reported violations: a body of 1 MB can have 100,000, but the response of a Lambda function is limited to 6 MB. */
const MOST_VIOLATIONS = 100;

/** Maximum of reported characters of a path: field names chosen by the sender may be as long as the body. */
const LONGEST_PATH = 200;

/**
 * Collects violations by field path. In a map, because a field may have the name of a member of every object, such as `toString`.
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

/** A JSON value with its texts in normal form C and without reserved keys; violations of its texts are added to `violations`. */
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
 * Cleans a JSON value for validation by schemas.
 *
 * @returns the cleaned value, and the first hundred violations of its texts by field path (`lines.0.description`)
 * @throws TooDeep for a value nested deeper than `DEEPEST`
 */
export function cleanTexts(value: unknown): { value: unknown; violations: FieldErrors } {
  const violations = new Violations();
  return { value: cleaned(value, [], violations), violations: violations.asFields() };
}

/** Parses JSON without reserved keys at any depth: for values that were stored before `cleanTexts` removed them. */
export const parseWithoutReserved = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (RESERVED.has(key) ? undefined : value));

/**
 * Whether a text contains U+FFFD, which replaces bytes that are not UTF-8. API Gateway decodes bodies of text types, query and path
 * without telling whether it replaced anything, so the character itself is the only sign. A sender can write the character in JSON
 * as \ufffd.
 */
export const wasReplaced = (text: string): boolean => text.includes('\uFFFD');
