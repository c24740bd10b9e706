import { compact, withoutPrefix } from '../identifiers.ts';

/** The other party of a document, as its row in the list has it. */
export interface LedgerPartner {
  /** The id of its record; null without one. */
  id: string | null;
  name: string | null;
  cif: string | null;
}

/** The tax number as partners are compared by it: without spaces and country prefix. */
const numberOf = ({ cif }: LedgerPartner): string | null => {
  const number = compact(cif);
  return number === null ? null : withoutPrefix(number);
};

const nameOf = ({ name }: LedgerPartner): string => (name ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * The key of a partner in reports (REP-41): the id of its record; without one `cif:` and its tax number; without that `name:` and its name.
 *
 * @param records the ids of records by tax number: a record may be made after a document
 */
export function partnerKeyOf(partner: LedgerPartner, records: ReadonlyMap<string, string> = new Map()): string {
  if (partner.id !== null) return partner.id;
  const number = numberOf(partner);
  if (number === null) return `name:${nameOf(partner)}`;
  return records.get(number) ?? `cif:${number}`;
}

/** The ids of records by their tax numbers; a number that several records have names none of them. Pure. */
export function recordsByNumber(partners: Iterable<LedgerPartner>): Map<string, string> {
  const ids = new Map<string, Set<string>>();
  for (const partner of partners) {
    const number = numberOf(partner);
    if (partner.id === null || number === null) continue;
    ids.set(number, (ids.get(number) ?? new Set()).add(partner.id));
  }
  return new Map(
    [...ids].flatMap(([number, [id, another]]) => (id !== undefined && another === undefined ? [[number, id] as const] : [])),
  );
}
