import { describe, expect, it } from 'vitest';
import { buyerOf, isSameBuyer } from '#shared/records/parties/clients/buyer.ts';
import { newClient } from '#shared/records/parties/clients/rules.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';

const client = newClient({ name: 'Client SRL', cui: 'RO18547290' }, undefined, 'client', '2026-11-02T10:00:00Z');

describe('drafts are updated after a change of', () => {
  it.each<[field: string, change: Partial<Client>, isFollowed: boolean]>([
    ['the name', { name: 'Alt SRL' }, true],
    ['the type', { type: 'individual' }, true],
    ['the tax number', { cui: 'RO14399840' }, true],
    ['the VAT number', { vatCode: 'RO18547290' }, true],
    ['being registered for VAT', { isVatPayer: true }, true],
    ['being affiliated', { isAffiliated: true }, true],
    ['the country', { country: 'DE' }, true],
    ['the personal number, where documents state it', { cnp: '1800101221144' }, true],
    ['nothing, for the address', { address: 'Str. Nouă 1' }, false],
    ['nothing, for the bank account', { bankAccount: 'RO49AAAA1B31007593840000' }, false],
    ['nothing, for a field that documents do not have', { notes: 'x' }, false],
  ])('%s', (_, change, isFollowed) => {
    expect(isSameBuyer(buyerOf(client), buyerOf({ ...client, ...change }))).toBe(!isFollowed);
  });

  it('nothing, for the personal number of a private person that documents do not state', () => {
    const person: Client = { ...client, type: 'individual' };
    expect(isSameBuyer(buyerOf(person), buyerOf({ ...person, cnp: '1800101221144' }))).toBe(true);
    expect(isSameBuyer(buyerOf(person), buyerOf({ ...person, cnp: '1800101221144', sendPersonalNumber: true }))).toBe(false);
  });

  it('nothing, for a copy that is older than a field that the client does not use', () => {
    const { sendPersonalNumber: _, ...older } = buyerOf(client);
    expect(isSameBuyer(older, buyerOf(client))).toBe(true);
    expect(isSameBuyer(older, buyerOf({ ...client, isAffiliated: true }))).toBe(false);
  });
});
