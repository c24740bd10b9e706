import { sha256 } from '../kernel/ids.ts';
import type { DocumentHeader } from '../model/document.ts';
import type { DocumentLine } from '../model/line.ts';
import type { DocumentEvent } from '../model/timeline.ts';

/**
 * The proof for an auditor. Each entry of a timeline carries the hash of the one before it and of what the document stated at that
 * moment; each issue carries the hash of the issue before it in its series. Who changes, adds or removes a stored item breaks a link
 * that audit/verify.ts finds. SHA-256 over JSON with sorted keys (RFC 8785 §3.2.3). Pure.
 */

/** JSON of a stored value that does not depend on the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : field,
  );

export const digest = (value: unknown): string => sha256(canonical(value));

/** A header, whether or not its lines are at hand. */
type Header = DocumentHeader & { lines?: readonly DocumentLine[] };

const withoutLines = <H extends Header>(header: H): Omit<H, 'lines'> => {
  const { lines: _, ...rest } = header;
  return rest;
};

/** Fields of every header that follow from what it states, or count its changes. */
const DERIVED = ['version', 'rowHash', 'timelineHash', 'seal'];

/**
 * The hash of what a document states: parties, terms, lines (by their own hash), amounts, number.
 *
 * @param outside fields of its kind that change without a change of what it states (`DocumentType.chain`)
 */
export function contentHash(header: Header, outside: readonly string[]): string {
  const left = new Set([...DERIVED, ...outside]);
  return digest(Object.fromEntries(Object.entries(withoutLines(header)).filter(([name]) => !left.has(name))));
}

export const linesHash = (lines: readonly DocumentLine[]): string => digest(lines);

/** The hash of the whole header, over every other field of it. */
export const sealOf = (header: Header): string => digest({ ...withoutLines(header), seal: undefined });

/** The hash of an entry, over every other field of it and the document that it belongs to. */
export const eventHash = (documentId: string, event: DocumentEvent): string => digest({ ...event, hash: undefined, documentId });

/**
 * Links new entries of a document's timeline to those before, and seals its header: fills in `previousHash`, `documentHash` and `hash`
 * of the entries and `timelineHash` and `seal` of the header, so that a copy of them proves what was stored.
 *
 * @param outside as of `contentHash`
 */
export function link(
  before: Pick<DocumentHeader, 'timelineHash'> | null,
  after: Header,
  events: readonly DocumentEvent[],
  outside: readonly string[],
): void {
  const stated = contentHash(after, outside);
  let last = before?.timelineHash ?? null;
  for (const event of events) {
    Object.assign(event, { previousHash: last, documentHash: stated });
    event.hash = eventHash(after.id, event);
    last = event.hash;
  }
  after.timelineHash = last;
  after.seal = sealOf(after);
}
