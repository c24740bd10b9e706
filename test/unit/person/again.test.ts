import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../../infra/person/again.ts';
import { identifiersOf } from '../../../infra/person/records.ts';

describe('the addresses in an item', () => {
  it.each([
    ['a field', { data: { email: 'Ana@X.ro' } }, ['ana@x.ro']],
    ['lists and names of fields deeper', { row: { record: { cc: ['a@x.ro', 'b@x.ro'] } } }, ['a@x.ro', 'b@x.ro']],
    ['in a text', { data: 'Scrie la <ana.pop@mail.x.ro>, te rog.' }, ['ana.pop@mail.x.ro']],
    ['at the end of a sentence', { data: 'Scrie la ana@x.ro.' }, ['ana@x.ro']],
    ['between quotation marks', { data: "la 'ana@x.ro'" }, ["'ana@x.ro", 'ana@x.ro']],
    ['with other letters', { data: 'șef@țară.ro' }, ['șef@țară.ro']],
    ['a set', { data: new Set(['ana@x.ro']) }, ['ana@x.ro']],
    ['none', { data: { name: 'Ana', at: 1, nothing: null, bytes: Uint8Array.of(64) } }, []],
  ])('%s', (_, item, addresses) => {
    expect(addressesIn(item)).toEqual(addresses);
  });

  it('and the account identify a person', () => {
    expect(identifiersOf({ address: 'ana@x.ro', userId: null })).toEqual(['email:ana@x.ro']);
    expect(identifiersOf({ address: 'ana@x.ro', userId: '7' })).toEqual(['email:ana@x.ro', 'user:7']);
  });
});
