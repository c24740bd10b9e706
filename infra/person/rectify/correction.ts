import { phoneDigits } from '../numbers.ts';
import { type Person, type Recognized, statesAddress } from '../match.ts';

/** What a correction of a person's data changes in a record of theirs. Pure. */

/** What a record of a client, and the copy of one in a draft, may be corrected in. */
export const PARTY_FIELDS = ['name', 'email', 'phone', 'address', 'city', 'county', 'postalCode'] as const;
/** What an account may be corrected in. */
export const ACCOUNT_FIELDS = ['firstName', 'lastName', 'phone', 'email'] as const;

type Field = (typeof PARTY_FIELDS)[number] | (typeof ACCOUNT_FIELDS)[number];

/** The right data of a person: only what is corrected. */
export type Correction = Partial<Record<Field, string>>;

type PartyCorrection = Partial<Record<(typeof PARTY_FIELDS)[number], string>>;

/** A client, a supplier, or the copy of a client in a document. */
type Party = Recognized & { type?: string } & Partial<Record<(typeof PARTY_FIELDS)[number], string | null>>;

/**
 * The fields of a person's record that change; empty when it is right already. A record of a company is the person's only in how they are
 * reached there: of these, what they were found by, or both if they are sought by the record itself.
 */
export function correctedFields(record: Party, person: Person, correction: Correction): PartyCorrection {
  const isOfCompany = record.type !== 'individual';
  const isFoundBy = (field: string): boolean =>
    (field === 'email' && (person.client !== undefined || statesAddress(record.email ?? '', person))) ||
    (field === 'phone' && (person.client !== undefined || phoneDigits(record.phone ?? '') === person.phone));
  const fields = PARTY_FIELDS.filter(field => !isOfCompany || isFoundBy(field));
  return different(record, fields, correction);
}

/** The given values that differ from those of a record. */
export function different<F extends Field>(
  record: Partial<Record<F, string | null>>,
  fields: readonly F[],
  correction: Correction,
): Partial<Record<F, string>> {
  const changed = fields.filter(field => correction[field] !== undefined && correction[field] !== record[field]);
  return Object.fromEntries(changed.map(field => [field, correction[field]])) as Partial<Record<F, string>>;
}
