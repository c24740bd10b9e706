import { isDeepStrictEqual } from 'node:util';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import { MAIL_ITEMS } from '#shared/model/kinds.ts';
import type { Client, ClientRow } from '#shared/records/parties/clients/store.ts';
import type { Supplier } from '#shared/records/parties/suppliers/store.ts';
import { isDocument, reducedDocument } from './documents.ts';
import { COUNTER, TREATMENTS, type Treatment } from './kinds.ts';
import { type Person, recordOf, relationOf, type Stored } from './match.ts';
import { isNeedless, reducedClient, reducedSupplier, withoutPerson, withoutRecipient } from './reduce.ts';

/** What the erasure of a person does with one item. */
export type Decision =
  | { do: 'remove' | 'account' | 'stay' }
  | { do: 'document'; after: DocumentHeader }
  | {
      do: 'reduce';
      after: Stored;
      /** The item is a client that must first be removed like by its company. */
      removedFirst?: true;
    };

export const treatmentOf = (item: Stored): Treatment =>
  (item.kind as string | undefined) === undefined ? COUNTER : ((TREATMENTS[item.kind] as Treatment | undefined) ?? UNKNOWN);

/** For items of an unknown kind, which a newer version has written before a rollback. */
const UNKNOWN: Treatment = { treatment: 'stays', why: 'Of a kind that this version does not know: to be looked at by hand.' };

/**
 * What the erasure does with an item; undefined: it is not about the person.
 *
 * @param isTheirs whether it is a document of a client that is the person
 */
export function decide(item: Stored, person: Person, isTheirs?: true): Decision | undefined {
  const relation = relationOf(item, person);
  if (isDocument(item)) {
    const document = reducedDocument(item, person, isTheirs);
    if (document) return { do: 'document', after: document };
    return relation && relation !== 'id' ? { do: 'stay' } : undefined;
  }
  if (!relation) return undefined;
  const { treatment } = treatmentOf(item);
  // The id of an account is no personal data once the account is anonymous.
  const stay: Decision | undefined = relation === 'id' ? undefined : { do: 'stay' };
  if (treatment === 'account') return relation === 'theirs' ? { do: 'account' } : stay;
  if (treatment === 'stays' || treatment === 'expires') return stay;
  // Which of the recipients opened a mail is unknown.
  if (treatment === 'removed' && (relation === 'theirs' || item.kind === 'mail-readings')) return { do: 'remove' };
  const after = reduced(item, person, relation === 'theirs');
  if (isDeepStrictEqual(after, item)) return stay;
  const removedFirst = relation === 'theirs' && isNeedlessClient(item);
  return { do: 'reduce', after, ...(removedFirst && { removedFirst }) };
}

/** Whether an item is a client that is not removed yet and of which nothing must be kept. */
function isNeedlessClient(item: Stored): boolean {
  if (item.kind !== 'client') return false;
  const client = recordOf(item) as Client;
  return client.deletedAt === null && isNeedless(client, issuedTo(item));
}

const issuedTo = (item: Stored): number => (item.row as ClientRow | undefined)?.stats.invoices ?? 0;

function reduced(item: Stored, person: Person, isTheirs: boolean): Stored {
  if (MAIL_ITEMS.includes(item.kind)) return { ...item, data: withoutRecipient(item['data'] as DocumentEmail, person) };
  switch (item.kind) {
    case 'client':
      return withRecord(item, person, (record: Client) => (isTheirs ? reducedClient(record, issuedTo(item)) : record));
    case 'supplier':
      return withRecord(item, person, (record: Supplier) => (isTheirs ? reducedSupplier(record) : record));
    default:
      return {
        ...item,
        ...(item['data'] !== undefined && { data: withoutPerson(item['data'], person) }),
        ...(item.row && { row: withoutPerson(item.row, person) }),
      };
  }
}

/** Changes a record that is listed by name. */
function withRecord<T>(item: Stored, person: Person, reduce: (record: T) => T): Stored {
  return { ...item, row: { ...item.row, record: withoutPerson(reduce(recordOf(item) as T), person) } };
}
