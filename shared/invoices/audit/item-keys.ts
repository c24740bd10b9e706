import { digest } from '../../documents/timeline-hashes.ts';
import { eventSortKey } from '../../documents/timeline.ts';
import type { Invoice } from '../../model/invoice.ts';
import { documentSortKey, type StoredItem } from '../../documents/items.ts';
import { CREDIT_NOTE_LINKS } from '../../credit-notes/links.ts';
import { KINDS } from '../../model/kinds.ts';
import { PAYMENTS } from '../../payments/store.ts';
import { indexKeys } from '../../documents/list-partitions.ts';

const kind = KINDS.invoice;

/**
 * Whether the items of a document stand where they were written: the hashes of documents/timeline-hashes.ts cover what they say, not their keys, nor what
 * the lists show of them. Pure; every finding is a sentence.
 */
export function misplaced(items: readonly StoredItem[], id: string): string[] {
  return items.flatMap(item => {
    const own = (item.data as { id?: string } | null)?.id ?? '';
    if (item.kind === kind.item)
      return item.sk === documentSortKey(kind, id) && own === id ? listed(item) : [moved('document', own)];
    const beside = BESIDE[item.kind];
    return beside && item.sk !== beside.sortKey(id, own) ? [moved(beside.what, own)] : [];
  });
}

/** What lies beside a document, by `kind` of item. */
const BESIDE: Partial<Record<string, { what: string; sortKey: (documentId: string, id: string) => string }>> = {
  event: { what: 'timeline entry', sortKey: (documentId, id) => eventSortKey(kind, documentId, id) },
  [PAYMENTS.kind]: { what: 'payment', sortKey: PAYMENTS.sortKey },
  [CREDIT_NOTE_LINKS.kind]: { what: 'reference to the credit note', sortKey: CREDIT_NOTE_LINKS.sortKey },
};

const moved = (what: string, id: string): string => `The ${what} ${id} was moved outside of the service.`;

const INDEX_KEYS = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk', 'gsi4pk'];

/** What lists and indexes have of a document, against the document. */
function listed(item: StoredItem): string[] {
  const header = item.data as Invoice;
  const stored = item as StoredItem & Record<string, unknown>;
  const keys = indexKeys(kind, header);
  const found = INDEX_KEYS.every(name => stored[name] === keys[name]);
  return [
    ...(found && digest(stored['row']) === header.rowHash ? [] : ['The lists do not show the document as it is.']),
    ...(stored['version'] === header.version ? [] : ['The version of the document was changed outside of the service.']),
  ];
}
