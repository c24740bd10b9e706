import { sha256 } from '#shared/base/kernel/ids.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';

/**
 * Hash chains that make later manipulation of stored documents detectable. Each timeline entry holds the hash of the entry before
 * it and the hash of the document's content at that time; each entry that takes a number also holds the hash of the one that took
 * the number before it in the series. Changing, adding or removing a stored item breaks the chain, which verify.ts detects. SHA-256
 * over JSON with sorted keys (RFC 8785 §3.2.3). Pure.
 */

export const digest = (value: unknown): string => sha256(sortedJson(value));

/** A header, with or without its lines. */
type Header = DocumentHeader & { lines?: readonly DocumentLine[] };

const withoutLines = <H extends Header>(header: H): Omit<H, 'lines'> => {
  const { lines: _, ...rest } = header;
  return rest;
};

/** Fields of every header that are not part of its content: hashes and the version. */
const DERIVED = ['version', 'rowHash', 'timelineHash', 'seal'];

/**
 * The hash of a document's content: parties, terms, lines (by `linesHash`), amounts, number.
 *
 * @param outside further fields of its kind that are not part of the content (`DocumentType.chain`)
 */
export function contentHash(header: Header, outside: readonly string[]): string {
  const left = new Set([...DERIVED, ...outside]);
  return digest(Object.fromEntries(Object.entries(withoutLines(header)).filter(([name]) => !left.has(name))));
}

export const linesHash = (lines: readonly DocumentLine[]): string => digest(lines);

/** The hash of all fields of the header except `seal`, where it is stored. */
export const sealOf = (header: Header): string => digest({ ...withoutLines(header), seal: undefined });

/** The hash of a timeline entry: of all its fields except `hash`, and the id of its document. */
export const eventHash = (documentId: string, event: DocumentEvent): string => digest({ ...event, hash: undefined, documentId });

/**
 * Links new timeline entries to the earlier ones and seals the header. Sets `previousHash`, `documentHash` and `hash` of each
 * entry, and `timelineHash` and `seal` of `after`.
 *
 * @param before the header before the change; null for a new document
 * @param outside fields that are not part of the content, see `contentHash`
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
