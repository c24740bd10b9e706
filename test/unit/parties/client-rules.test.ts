import { describe, expect, it } from 'vitest';
import { grouped, initialOf } from '#shared/base/kernel/collate.ts';
import {
  completed,
  euCountryOf,
  inRegistry,
  inVatRegistry,
  newClient,
  requireAddress,
} from '#shared/records/parties/clients/rules.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';

const AT = '2026-11-01T00:00:00.000Z';

describe('Tax numbers of clients (REC-9 to REC-11)', () => {
  it.each([
    ['RO14399840', '14399840'],
    ['ro 14 399-840', '14399840'],
    ['14399840', '14399840'],
    ['DE123456789', 'DE123456789'],
    ['ROMA1', 'ROMA1'],
  ])('%s is compared as %s', (cui, compared) => expect(comparedCui(cui)).toBe(compared));

  it.each([
    ['DE123456789', 'DE'],
    ['EL123456789', 'GR'],
    ['RO14399840', 'RO'],
    ['ATU12345678', 'AT'],
    ['GB123456789', undefined],
    ['14399840', undefined],
    ['DEUTSCH', undefined],
    [null, undefined],
  ])('%s belongs to %s', (cui, country) => expect(euCountryOf(cui)).toBe(country));

  it('determine VAT number and country where neither was given', () => {
    expect(completed({ cui: 'DE1' }, null)).toEqual({ cui: 'DE1', vatCode: 'DE1', country: 'DE' });
    expect(completed({ cui: 'DE1', country: 'FR' }, null)).toMatchObject({ vatCode: 'DE1', country: 'FR' });
    expect(completed({ cui: 'DE1', vatCode: 'X1' }, null)).toEqual({ cui: 'DE1', vatCode: 'X1' });
    expect(completed({ cui: 'DE1' }, 'DE2')).toEqual({ cui: 'DE1' });
    expect(completed({}, null)).toEqual({});
  });
});

describe('the register that has a client', () => {
  it.each([
    ['company', 'RO', 'RO123', true],
    ['company', 'RO', '123', true],
    ['individual', 'RO', '123', false],
    ['company', 'DE', '123', false],
    ['company', 'RO', null, false],
    ['company', 'RO', 'DE123', false],
  ] as const)('%s in %s with %s: company register %s', (type, country, cui, known) =>
    expect(inRegistry({ type, country, cui })).toBe(known),
  );

  it.each([
    ['DE', 'DE1', true],
    ['RO', 'RO1', false],
    ['US', 'US1', false],
    ['DE', null, false],
  ])('country %s with %s: EU register %s', (country, vatCode, known) => expect(inVatRegistry({ country, vatCode })).toBe(known));
});

describe('a new client', () => {
  const entry = {
    cif: '1',
    name: 'Official',
    registrationNumber: 'J1',
    address: 'Street',
    city: 'City',
    county: 'County',
    sector: null,
    postalCode: '1',
    country: 'RO',
    phone: '07',
    vatPayer: true,
    vatOnCollection: false,
    vatCode: 'RO1',
  };

  it('has given values first, then those of the register, then defaults', () => {
    const client = newClient({ name: 'Mine', cui: '1', city: 'Mine', phone: null }, entry, 'id', AT);
    expect(client).toMatchObject({
      name: 'Mine',
      city: 'Mine',
      phone: '07',
      address: 'Street',
      isVatPayer: true,
      vatCode: 'RO1',
    });
    expect(newClient({ name: 'Mine', isVatPayer: false }, entry, 'id', AT).isVatPayer).toBe(false);
  });

  it.each([
    { name: 'X', cui: '1' },
    { name: 'X', address: 'A', city: 'B', county: 'C' },
    { name: 'X', country: 'DE', address: 'A', city: 'B' },
  ])('%j has a sufficient address', input => {
    expect(() => requireAddress(newClient(input, undefined, 'id', AT))).not.toThrow();
  });
});

describe('groups of a list', () => {
  it.each([
    ['Șapte', 'S'],
    ['  alfa', 'A'],
    ['Înger', 'I'],
    ['Éva', 'E'],
    ['3M', '#'],
    ['"Doi"', '#'],
    ['Ωmega', '#'],
    ['', '#'],
  ])('%j is under %s', (name, initial) => expect(initialOf(name)).toBe(initial));

  it('keep the order of the rows', () => {
    expect(grouped(['b', 'A2', 'a1'], name => name)).toEqual({ B: ['b'], A: ['A2', 'a1'] });
  });
});
