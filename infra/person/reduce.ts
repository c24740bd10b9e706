import type { DocumentEmail, EmailMetadata } from '../../shared/mail/documents/model.ts';
import type { Client } from '../../shared/parties/clients/store.ts';
import type { Supplier } from '../../shared/parties/suppliers/store.ts';
import { type Person, statesAddress, withoutAddress } from './match.ts';

/** What is left of records once a person was taken out of them. Pure; a second time changes nothing. */

/** In place of an address: nobody receives mail there (RFC 2606). */
export const NOBODY = 'erased@deleted.invalid';
/** In place of a name. */
export const NAMELESS = 'Erased person';

/** A value without the person's address, and without their name where it stands beside the id of their account. */
export function withoutPerson<T>(value: T, person: Person): T {
  if (typeof value === 'string') return withoutAddress(value, person, NOBODY) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(one => withoutPerson<unknown>(one, person)) as T;
  const { id, name, email } = value as { id?: unknown; name?: unknown; email?: unknown };
  const isThem = (person.userId !== null && id === person.userId) || (typeof email === 'string' && statesAddress(email, person));
  const after = Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, withoutPerson<unknown>(inner, person)]));
  if (!isThem || typeof name !== 'string') return after as T;
  return { ...after, name: NAMELESS, ...(email !== undefined && { email: null }) } as T;
}

/** Readings without who read. */
function withoutReaders(metadata: EmailMetadata | null): EmailMetadata | null {
  if (metadata === null) return null;
  const { opens, clicks, userAgent: _, ipAddress: __, ...rest } = metadata;
  return {
    ...rest,
    ...(opens && { opens: opens.map(({ at }) => ({ at })) }),
    ...(clicks && { clicks: clicks.map(({ at }) => ({ at })) }),
  };
}

/**
 * A mail with a document. Whose the readings of a mail are that went to several cannot be told: of every mail that the person got, readings
 * lose what tells of the reader, and no more are noted. Of one that went to them the text goes too; not sent yet, it is not sent.
 */
export function withoutRecipient(mail: DocumentEmail, person: Person): DocumentEmail {
  const isThem = (address: string): boolean => statesAddress(address, person);
  const after = withoutPerson(
    { ...mail, cc: mail.cc.filter(one => !isThem(one)), bcc: mail.bcc.filter(one => !isThem(one)) },
    person,
  );
  if (![mail.to, ...mail.cc, ...mail.bcc].some(isThem)) return after;
  const unread = { ...after, tracking: false, metadata: withoutReaders(after.metadata) };
  if (!isThem(mail.to)) return unread;
  const isUnsent = mail.state === 'pending' || mail.state === 'sending';
  return { ...unread, to: NOBODY, body: '', ...(isUnsent && { state: 'dropped', deliveryStatus: 'failed' }) };
}

/** What reaches a person, in the record of a client. */
const NO_CONTACT = { email: null, phone: null, contactPerson: null, notes: null } as const;
/** What else is a person's own where the client is one. */
const NO_PARTICULARS = { bankName: null, bankAccount: null, idNumber: null, clientCode: null } as const;
const NO_IDENTITY = {
  ...{ name: NAMELESS, cui: null, cnp: null, vatCode: null, registrationNumber: null },
  ...{ address: null, city: null, county: null, postalCode: null, viesName: null },
} as const;

/** Whether nothing of the record of a client is needed: a private person without issued documents, or one who was removed already. */
export const isNeedless = ({ type, deletedAt }: Client, issued: number): boolean =>
  type === 'individual' && (issued === 0 || deletedAt !== null);

/**
 * The record of a client who is the person. With issued documents a private person keeps name and postal address, which their corrections
 * have to state, and the personal number where documents state it; a company loses what reaches the person.
 *
 * @param issued how many invoices were issued to the client
 */
export function reducedClient(client: Client, issued: number): Client {
  if (client.type !== 'individual') return { ...client, ...NO_CONTACT };
  if (isNeedless(client, issued)) return { ...client, ...NO_CONTACT, ...NO_PARTICULARS, ...NO_IDENTITY };
  return { ...client, ...NO_CONTACT, ...NO_PARTICULARS, cnp: client.sendPersonalNumber ? client.cnp : null };
}

/** The record of a supplier whose address is the person's: name, tax number and account are stated by documents. */
export const reducedSupplier = (supplier: Supplier): Supplier => ({ ...supplier, email: null, phone: null, notes: null });
