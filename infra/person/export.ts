import { ITEM_KINDS } from '../../shared/vocabulary/item-kinds.ts';
import { ownerOf } from '../../shared/store/table.ts';
import { fateOf } from './fate.ts';
import { excerptsOf, type Person, relationOf, type Stored } from './match.ts';
import { pagesOfTable } from './walk.ts';

/** What is held about a person, in one item of the table. */
export interface Held {
  kind: string;
  what: string;
  /** The company whose record it is; null for what belongs to the person or to the service. */
  companyId: string | null;
  why: string;
  /** Of the person's own items all but secrets; of others the parts that state the person. */
  data: unknown;
}

/** Everything that is held about a person. */
export async function exportPerson(person: Person): Promise<Held[]> {
  const held: Held[] = [];
  for await (const page of pagesOfTable()) for (const item of page) held.push(...heldIn(item, person));
  return held.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
}

/** Pure. */
export function heldIn(item: Stored, person: Person): Held[] {
  const relation = relationOf(item, person);
  if (!relation) return [];
  const kind = item.kind as Stored['kind'] | undefined;
  const { pk: _, sk: __, kind: ___, row, ...attributes } = item;
  const own = item['data'] ?? (kind === undefined ? {} : (row ?? attributes));
  return [
    {
      kind: kind ?? 'counter of a limit',
      what: kind === undefined ? 'Attempts of a span of time, by address.' : ITEM_KINDS[kind],
      companyId: ownerOf(item.pk).companyId ?? null,
      why: fateOf(item).why,
      data: withoutSecrets(relation === 'theirs' ? own : excerptsOf(item, person)),
    },
  ];
}

/** Words in names of fields that hold secrets, or what verifies them. */
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

/** Fields that have such a word in their name and are no secrets. */
const OPEN = ['clientCode', 'postalCode', 'invoiceTypeCode', 'taxExemptionReasonCode', 'vatCode'];

const isSecret = (name: string): boolean => !OPEN.includes(name) && SECRET.some(word => name.toLowerCase().includes(word));
