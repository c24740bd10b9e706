import type { Party } from '#shared/model/party.ts';
import type { Client } from './store.ts';

/** A client record as the buyer of a document. */
export const buyerOf = (client: Client): Party => ({
  id: client.id,
  type: client.type,
  name: client.name,
  cif: client.cui,
  // Of a private person, only where documents state it.
  cnp: client.type === 'company' || client.sendPersonalNumber ? client.cnp : null,
  sendPersonalNumber: client.sendPersonalNumber ?? false,
  vatCode: client.vatCode,
  isVatPayer: client.isVatPayer,
  ...(client.isAffiliated && { isAffiliated: true }),
  registrationNumber: client.registrationNumber,
  address: client.address,
  city: client.city,
  county: client.county,
  postalCode: client.postalCode,
  country: client.country,
  email: client.email,
  phone: client.phone,
  bankAccount: client.bankAccount,
  bankName: client.bankName,
});

/**
 * Whether drafts follow a change of the field: receiver, tax id and what decides the VAT do (REC-19).
 * Each field that documents copy has to be decided here. A draft that is rewritten takes over all.
 */
const IS_FOLLOWED: Record<keyof Party, boolean> = {
  id: false,
  type: true,
  name: true,
  cif: true,
  cnp: true,
  sendPersonalNumber: true,
  vatCode: true,
  isVatPayer: true,
  isAffiliated: true,
  country: true,
  registrationNumber: false,
  address: false,
  city: false,
  county: false,
  postalCode: false,
  email: false,
  phone: false,
  bankAccount: false,
  bankName: false,
};
const FOLLOWED = (Object.keys(IS_FOLLOWED) as (keyof Party)[]).filter(field => IS_FOLLOWED[field]);

/** Whether two copies of a client are equal in all that drafts follow. Older copies lack fields, which stands for false or null. Pure. */
export const isSameBuyer = (one: Party, other: Party): boolean =>
  FOLLOWED.every(field => (one[field] ?? false) === (other[field] ?? false));
