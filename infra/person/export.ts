import { ITEM_KINDS } from '#shared/base/vocabulary/item-kinds.ts';
import { ownerOf } from '#shared/platform/store/table.ts';
import { documentsOf, isDocument } from './documents.ts';
import { filesOf, type HeldFile } from './files.ts';
import { treatmentOf } from './treatment.ts';
import { excerptsOf, type Person, recordOf, relationOf, type Stored } from './match.ts';
import { pagesOfTable } from './walk.ts';

/** The data about a person in one item of the table. */
export interface Held {
  kind: string;
  what: string;
  /** The company that the item belongs to; null when it belongs to the person or to the service. */
  companyId: string | null;
  why: string;
  /** The whole item if it is the person's own, else the parts that mention the person; always without secrets. */
  data: unknown;
}

export interface Export {
  /** Sorted by kind. */
  held: Held[];
  /** The files of the documents for the person. */
  files: HeldFile[];
}

/** All data about a person, and where their files are. */
export async function exportPerson(person: Person): Promise<Export> {
  const held: Held[] = [];
  const documents = new Map<string, Stored>();
  for await (const page of pagesOfTable()) {
    const items = page.filter(item => relationOf(item, person));
    held.push(...items.flatMap(item => heldIn(item, person)));
    for (const item of items.filter(isDocument)) documents.set(nameOf(item), item);
    const clients = items.filter(item => item.kind === 'client' && relationOf(item, person) === 'theirs');
    // Also those whose copy of the client says nothing of the person: the scan does not find them.
    for (const client of clients) {
      for (const item of await documentsOf(client)) {
        if (!relationOf(item, person)) held.push(...heldIn(item, asClient(client)));
        documents.set(nameOf(item), item);
      }
    }
  }
  return {
    held: held.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)),
    files: (await Promise.all([...documents.values()].map(filesOf))).flat(),
  };
}

const nameOf = ({ pk, sk }: Stored): string => `${pk}\n${sk}`;

const asClient = (client: Stored): Person => ({
  ...{ address: null, userId: null },
  client: { companyId: ownerOf(client.pk).companyId ?? '', id: (recordOf(client) as { id: string }).id },
});

/** The export of one item: an empty list if the item is not about the person, else one entry. */
export function heldIn(item: Stored, person: Person): Held[] {
  const relation = relationOf(item, person);
  if (!relation) return [];
  const kind = item.kind as Stored['kind'] | undefined;
  const { pk: _, sk: __, kind: ___, row, ...attributes } = item;
  const own = recordOf(item) ?? (kind === undefined ? {} : (row ?? attributes));
  return [
    {
      kind: kind ?? 'counter of a limit',
      what: kind === undefined ? 'Attempts of a span of time, by address.' : ITEM_KINDS[kind],
      companyId: ownerOf(item.pk).companyId ?? null,
      why: treatmentOf(item).why,
      data: withoutSecrets(relation === 'theirs' ? own : excerptsOf(item, person)),
    },
  ];
}

/** Lower-case parts of the names of fields that contain secrets, or values that verify secrets. */
const SECRET = ['hash', 'secret', 'sealed', 'token', 'code', 'challenge', 'publickey', 'credentialid'];

/** A value without fields that would let a reader of the file act as the person. */
function withoutSecrets(value: unknown): unknown {
  if (value instanceof Uint8Array) return undefined;
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecret(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner)]));
}

/** Fields whose names contain such a part although they are not secret. */
const OPEN = ['clientCode', 'postalCode', 'invoiceTypeCode', 'taxExemptionReasonCode', 'vatCode'];

const isSecret = (name: string): boolean => !OPEN.includes(name) && SECRET.some(word => name.toLowerCase().includes(word));
