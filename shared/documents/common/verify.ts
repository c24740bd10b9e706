import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { WithLines } from './definition.ts';
import { documentSortKey, type ItemNames, type StoredItem } from './items.ts';
import { indexKeys } from './list-partitions.ts';
import { entriesSortKey } from './timeline.ts';
import { contentHash, digest, eventHash, linesHash, sealOf } from './timeline-hashes.ts';

/**
 * Checks that a stored document of any kind is what the service wrote: recomputes the hashes of timeline-hashes.ts and compares the
 * keys of its items. Pure. The results are findings, one sentence each; empty when everything matches.
 */

/** Findings about the document, its lines and its timeline. @param outside fields not hashed, see `contentHash` */
export function verifyChain(
  document: WithLines<DocumentHeader>,
  events: readonly DocumentEvent[],
  outside: readonly string[],
): string[] {
  const timeline = verifyTimeline(document, events);
  return [
    ...(sealOf(document) === document.seal ? [] : ['The document was changed outside of the service.']),
    ...(linesHash(document.lines) === document.linesHash ? [] : ['The lines were changed outside of the service.']),
    ...timeline,
    // The last entry has the hash of the document's content. Checked only if the timeline itself is unbroken.
    ...(timeline.length > 0 || lastEntry(document, events)?.documentHash === contentHash(document, outside)
      ? []
      : ['The document does not state what its timeline says.']),
  ];
}

const lastEntry = (document: DocumentHeader, events: readonly DocumentEvent[]): DocumentEvent | undefined =>
  events.find(event => event.hash === document.timelineHash);

/** Recomputes the hash of each entry and follows the links from the first to the last: all entries must be reached. */
function verifyTimeline(document: DocumentHeader, events: readonly DocumentEvent[]): string[] {
  const changed = events
    .filter(event => event.hash !== eventHash(document.id, event))
    .map(event => `The timeline entry ${event.id} was changed outside of the service.`);
  const after = new Map(events.map(event => [event.previousHash ?? null, event]));
  let followed = 0;
  let last: string | null = null;
  for (let event = after.get(null); event && followed < events.length; event = after.get(last)) {
    followed += 1;
    last = event.hash ?? null;
  }
  const whole = followed === events.length && last === (document.timelineHash ?? null);
  return [...changed, ...(whole ? [] : ['Timeline entries are missing, or were added outside of the service.'])];
}

/** The sorts of child records of a document, by `kind` of item: their name in findings, and their sort key. */
export type BesideDocument = Partial<Record<string, { what: string; sortKey: (documentId: string, id: string) => string }>>;

/**
 * Findings about the keys of a document's items, and about its row and index attributes, none of which the hashes cover.
 *
 * @param beside the child records of the kind, without the timeline
 */
export function placementProblems(kind: ItemNames, beside: BesideDocument, items: readonly StoredItem[], id: string): string[] {
  const all: BesideDocument = {
    event: { what: 'timeline entry', sortKey: (documentId, own) => entriesSortKey(kind, documentId, own) },
    ...beside,
  };
  return items.flatMap(item => {
    // Entries are stored under the id of the first of them.
    const [record] = [item.data as { id?: string } | null].flat();
    const own = record?.id ?? '';
    if (item.kind === kind.item)
      return item.sk === documentSortKey(kind, id) && own === id ? listed(kind, item) : [moved('document', own)];
    const place = all[item.kind];
    return place && item.sk !== place.sortKey(id, own) ? [moved(place.what, own)] : [];
  });
}

const moved = (what: string, id: string): string => `The ${what} ${id} was moved outside of the service.`;

const INDEX_KEYS = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk', 'gsi4pk'];

/** Findings about row, index attributes and version of the header item, compared with the header. */
function listed(kind: ItemNames, item: StoredItem): string[] {
  const header = item.data as DocumentHeader;
  const stored = item as StoredItem & Record<string, unknown>;
  const keys = indexKeys(kind, header);
  const found = INDEX_KEYS.every(name => stored[name] === keys[name]) && stored['status'] === header.status;
  return [
    ...(found && digest(stored['row']) === header.rowHash ? [] : ['The lists do not show the document as it is.']),
    ...(stored['version'] === header.version ? [] : ['The version of the document was changed outside of the service.']),
  ];
}
