import { placeOf, partnerOf } from '#shared/model/fiscal/operations.ts';
import type { BookedEntry } from './adapter.ts';

/** How hand-over files name a partner. Pure. */

const plain = (value: string): string => value.toUpperCase().replaceAll(/[^\dA-Z]/g, '');

/**
 * What the document has of the partner, and its record where money is on no document; undefined without either, and for a buyer that only the
 * receiver fields of the document name.
 */
export const partyOf = (booked: BookedEntry) =>
  (booked.document ? partnerOf(booked.document) : 'party' in booked ? booked.party : undefined) ?? undefined;

/**
 * The code of a partner in SAF-T D406: two digits for its sort and what names it. `00` with a tax number of Romania, `01` and `05` of the
 * Union with and without VAT registration, `02` and `06` elsewhere, `04` a person or a partner without a number, by the id of its record: personal
 * numbers are left out. Source: structure of the file in version 4.1.16 (docs/adr/0057).
 */
export function saftPartner(booked: BookedEntry): string {
  const { partner } = booked.entry;
  const party = partyOf(booked);
  const number = plain(party?.vatCode ?? partner.cif ?? '');
  const country = partner.country.toUpperCase();
  const digits = number.replace(/^RO/, '');
  if (party?.type === 'individual' || number === '' || (country === 'RO' && !/^\d{2,10}$/.test(digits)))
    return `04${plain(partner.id ?? partner.name ?? '')}`.slice(0, 35);
  if (country === 'RO') return `00${digits}`;
  const isRegistered = party?.isVatPayer === true || Boolean(party?.vatCode);
  const sort = placeOf(country) === 'union' ? (isRegistered ? '01' : '05') : isRegistered ? '02' : '06';
  return `${sort}${number.startsWith(country) ? '' : country}${number}`.slice(0, 35);
}
