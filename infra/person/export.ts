import { unpacked } from '#shared/platform/store/packing/packed.ts';
import { ITEM_KINDS } from '#shared/base/vocabulary/item-kinds.ts';
import { ownerOf } from '#shared/platform/store/table.ts';
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

/** All data about a person, sorted by kind. */
export async function exportPerson(person: Person): Promise<Held[]> {
  const held: Held[] = [];
  for await (const page of pagesOfTable()) for (const item of page) held.push(...heldIn(unpacked(item), person));
  return held.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
}

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
