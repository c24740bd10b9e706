import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import type { HeaderType } from '#shared/documents/common/definition.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Party } from '#shared/model/party.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';
import { getItems, queryItems } from '#shared/platform/store/read.ts';
import { type Key, ownerOf } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { isOfClient, isTheirs, type Person, recordOf, type Stored } from './match.ts';

/**
 * What an erasure removes from documents. A document that was issued must be kept with what it states (GDPR art. 17 (3) b); its item also
 * holds a copy of the client's record, of which it states only a part.
 */

/** Each type is used with the documents of its own kind only, which the compiler cannot see: the kind is read from the item. */
const TYPES: Partial<Record<ItemKind, HeaderType<never>>> = {
  invoice: INVOICES,
  proforma: PROFORMAS,
  'delivery-note': DELIVERY_NOTES,
};

export const isDocument = ({ kind }: Stored): boolean => TYPES[kind] !== undefined;

export const headerOf = (item: Stored): DocumentHeader => item['data'] as DocumentHeader;

/**
 * The copy of a client without what the document does not state. The e-invoice states the contact of a company, never that of a private
 * person; it states the personal number where the client allows that, and the bank account where the client is the one who is paid. A draft
 * without a number states nothing yet. Pure.
 */
export function statedClient(client: Party, document: DocumentHeader): Party {
  const isNumbered = document.sequence !== null;
  const isPerson = client.type === 'individual';
  const isPaid = isNumbered && isSelfBilled(document as Invoice);
  return {
    ...client,
    ...((isPerson || !isNumbered) && { email: null, phone: null }),
    ...(isPerson && !client.sendPersonalNumber && { cnp: null }),
    ...(isPerson && !isPaid && client.bankAccount !== undefined && { bankAccount: null, bankName: null }),
  };
}

/** The fields of a client in which two copies differ, sorted: the table returns them in any order. */
export const changedFields = (before: Party, after: Party): string[] =>
  (Object.keys(before) as (keyof Party)[]).filter(field => before[field] !== after[field]).toSorted();

/**
 * The header of a document without what it need not hold of a person; undefined when there is nothing. Received documents are as their
 * senders made them. Pure.
 *
 * @param isClient whether its client is the person; by default, whether its copy says so
 */
export function reducedDocument(
  item: Stored,
  person: Person,
  isClient = isTheirs(headerOf(item).client ?? {}, person) || isOfClient(item, person),
): DocumentHeader | undefined {
  const header = headerOf(item);
  const { client } = header;
  if (!client || !isClient || (header as Partial<Invoice>).direction === 'incoming') return undefined;
  const after = statedClient(client, header);
  return changedFields(client, after).length > 0 ? { ...header, client: after } : undefined;
}

/** How an entry of a timeline names what happened to the data of the client. */
const ENTRIES = { erased: 'Personal data of the client erased', corrected: 'Data of the client corrected' } as const;

/**
 * The writes that replace a document by one with another copy of its client, conditional on its version. An entry of its timeline says which
 * fields were removed or corrected, and continues the chain of hashes: audits find the document as the entry says.
 */
export function clientWrites(item: Stored, after: DocumentHeader, done: keyof typeof ENTRIES): Write[] {
  const type = TYPES[item.kind];
  const before = headerOf(item);
  if (!type || !before.client || !after.client) return [];
  const fields = changedFields(before.client, after.client).map(field => `client.${field}`);
  const event = newEvent('updated', null, ENTRIES[done], null, { [done]: fields });
  return headerWrites(type, [{ before: before as never, after: after as never, recorded: [{ event }] }]);
}

const PREFIXES = [...new Set(Object.values(TYPES).map(({ kind }) => kind.prefix))];

/**
 * The documents of a client, by its item: also those whose copy has no address, for example since they were made before the client had
 * one. Two round trips; the first is to an index, which is a moment behind.
 */
export async function documentsOf(client: Stored): Promise<Stored[]> {
  const { companyId } = ownerOf(client.pk);
  if (!companyId) return [];
  const { id } = recordOf(client) as { id: string };
  const found = await Promise.all(
    PREFIXES.map(prefix => queryItems<Key>({ partition: partitionsOf({ prefix }).client(companyId, id) }, { index: 'gsi3' })),
  );
  const items = await getItems(found.flat().map(({ pk: partition, sk }) => ({ pk: partition, sk })));
  return items.flatMap(item => (item ? [item as Stored] : []));
}
