import { digest } from '../../documents/timeline-hashes.ts';
import { eventSortKey } from '../../documents/timeline.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { StoredItem } from '../../documents/store.ts';
import { indexKeys } from '../../documents/list-partitions.ts';

/**
 * Whether the items of a document stand where they were written: the hashes of documents/timeline-hashes.ts cover what they say, not their keys, nor what
 * the lists show of them. Pure; every finding is a sentence.
 */
export function misplaced(items: readonly StoredItem[], id: string): string[] {
  return items.flatMap(item => {
    const own = (item.data as { id?: string } | null)?.id ?? '';
    if (item.kind === 'invoice') return item.sk === `INV#${id}` && own === id ? listed(item) : [moved('document', own)];
    if (item.kind === 'event' && item.sk !== eventSortKey(id, own)) return [moved('timeline entry', own)];
    if (item.kind === 'payment' && item.sk !== `INV#${id}#P#${own}`) return [moved('payment', own)];
    if (item.kind === 'credit-note-link' && item.sk !== `INV#${id}#C#${own}`) return [moved('reference to the credit note', own)];
    return [];
  });
}

const moved = (what: string, id: string): string => `The ${what} ${id} was moved outside of the service.`;

const INDEX_KEYS = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk', 'gsi4pk'];

/** What lists and indexes have of a document, against the document. */
function listed(item: StoredItem): string[] {
  const head = item.data as Invoice;
  const stored = item as StoredItem & Record<string, unknown>;
  const keys = indexKeys(head);
  const found = INDEX_KEYS.every(name => stored[name] === keys[name]);
  return [
    ...(found && digest(stored['row']) === head.rowHash ? [] : ['The lists do not show the document as it is.']),
    ...(stored['version'] === head.version ? [] : ['The version of the document was changed outside of the service.']),
  ];
}
