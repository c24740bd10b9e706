import { type DocumentEmail, ERASED_RECIPIENT } from '#shared/output/mail/documents/model.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { Supplier } from '#shared/records/parties/suppliers/store.ts';
import { type Person, statesAddress, withoutAddress, withoutNumbers } from './match.ts';

/** Removes a person's data from records. All functions are pure and idempotent. */

/** Replaces an address. */
export const NOBODY = ERASED_RECIPIENT;
/** Replaces a personal number or a phone in a text. */
export const REMOVED = '[erased]';
/** Replaces a name. */
export const NAMELESS = 'Erased person';

/** A value without the person's address, and without their name in objects that also have their address or account id. */
export function withoutPerson<T>(value: T, person: Person): T {
  if (typeof value === 'string') return withoutNumbers(withoutAddress(value, person, NOBODY), person, REMOVED) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(one => withoutPerson<unknown>(one, person)) as T;
  const { id, name, email } = value as { id?: unknown; name?: unknown; email?: unknown };
  const isThem = (person.userId !== null && id === person.userId) || (typeof email === 'string' && statesAddress(email, person));
  const after = Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, withoutPerson<unknown>(inner, person)]));
  if (!isThem || typeof name !== 'string') return after as T;
  return { ...after, name: NAMELESS, ...(email !== undefined && { email: null }) } as T;
}

/**
 * The record of a mail with a document. Which of several recipients opened it is unknown: so every mail to the person is no longer
 * tracked, and the item of its opens and clicks is removed. If the person is the main recipient, the text is
 * removed too, and an unsent mail is dropped.
 */
export function withoutRecipient(mail: DocumentEmail, person: Person): DocumentEmail {
  const isThem = (address: string): boolean => statesAddress(address, person);
  const after = withoutPerson(
    { ...mail, cc: mail.cc.filter(one => !isThem(one)), bcc: mail.bcc.filter(one => !isThem(one)) },
    person,
  );
  if (![mail.to, ...mail.cc, ...mail.bcc].some(isThem)) return after;
  const unread = { ...after, tracking: false };
  if (!isThem(mail.to)) return unread;
  // A failed one too: no redrive may send it.
  const isUnsent = mail.state === 'pending' || mail.state === 'sending' || mail.state === 'failed';
  return { ...unread, to: NOBODY, body: '', ...(isUnsent && { state: 'dropped', deliveryStatus: 'failed' }) };
}

/** The contact data in the record of a client. */
const NO_CONTACT = { email: null, phone: null, contactPerson: null, notes: null } as const;
/** Further personal data of a client who is a private person. */
const NO_PARTICULARS = { bankName: null, bankAccount: null, idNumber: null, clientCode: null } as const;
const NO_IDENTITY = {
  ...{ name: NAMELESS, cui: null, cnp: null, vatCode: null, registrationNumber: null },
  ...{ address: null, city: null, county: null, postalCode: null, viesName: null },
} as const;

/** Whether nothing of a client must be kept: a private person without issued documents, or one whom the company has removed. */
export const isNeedless = ({ type, deletedAt }: Client, issued: number): boolean =>
  type === 'individual' && (issued === 0 || deletedAt !== null);

/**
 * The record of a client whose address is the person's. A company loses the contact data. A private person with issued documents
 * keeps name and postal address, which correcting documents must state, and the personal number if documents state it.
 *
 * @param issued how many invoices were issued to the client
 */
export function reducedClient(client: Client, issued: number): Client {
  if (client.type !== 'individual') return { ...client, ...NO_CONTACT };
  if (isNeedless(client, issued)) return { ...client, ...NO_CONTACT, ...NO_PARTICULARS, ...NO_IDENTITY };
  return { ...client, ...NO_CONTACT, ...NO_PARTICULARS, cnp: client.sendPersonalNumber ? client.cnp : null };
}

/** The record of a supplier whose address is the person's. Name, tax number and bank account stay, since documents state them. */
export const reducedSupplier = (supplier: Supplier): Supplier => ({ ...supplier, email: null, phone: null, notes: null });
