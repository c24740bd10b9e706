import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alreadyThere, keyOf, type Keys, nameKey } from '#shared/documents/imports/known.ts';
import { vatRateReader } from '#shared/documents/imports/products.ts';
import { clientKeys } from '#shared/documents/imports/clients.ts';

/** Which rows of an import are there already (IMP-6), and the VAT rate of a product (IMP-8). */

const entry = (line: number, strong: string[], weak: string): { line: number; keys: Keys } => ({ line, keys: { strong, weak } });

it.each<[string, Keys[], string[], (number | string | undefined)[]]>([
  ['a new row', [{ strong: ['cui:1'], weak: 'a' }], [], [undefined]],
  ['a row of the company', [{ strong: ['cui:1'], weak: 'a' }], ['cui:1'], ['cui:1']],
  ['any of its numbers', [{ strong: ['cui:1', 'code:x'], weak: 'a' }], ['code:x'], ['code:x']],
  ['another number of the same name', [{ strong: ['cui:1'], weak: 'a' }], ['a'], [undefined]],
  ['a name without a number', [{ strong: [], weak: 'a' }], ['a'], ['a']],
  [
    'twice in the file',
    [
      { strong: ['cui:1'], weak: 'a' },
      { strong: ['cui:1'], weak: 'b' },
    ],
    [],
    [undefined, 1],
  ],
  [
    'a name before its number',
    [
      { strong: [], weak: 'a' },
      { strong: ['cui:1'], weak: 'a' },
    ],
    [],
    [2, undefined],
  ],
])('%s', (_, keys, known, expected) => {
  const entries = keys.map((one, at) => entry(at + 1, [...one.strong], one.weak));
  const found = alreadyThere(entries, new Map(known.map(key => [key, key])));
  expect(entries.map(one => found.get(one)?.record ?? found.get(one)?.line ?? undefined)).toEqual(expected);
});

it('leaves the same number of records for rows in any order that name each by one key', () => {
  const rows = fc.array(fc.record({ strong: fc.subarray(['x'], { minLength: 0 }), of: fc.integer({ min: 0, max: 4 }) }));
  fc.assert(
    fc.property(rows, fc.infiniteStream(fc.nat()), (some, random) => {
      const entries = some.map(({ strong, of }, at) =>
        entry(
          at + 1,
          strong.map(one => `${one}${of}`),
          `n${of}`,
        ),
      );
      const order = new Map(entries.map(one => [one, random.next().value]));
      const shuffled = entries.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
      expect(alreadyThere(shuffled, new Map()).size).toBe(alreadyThere(entries, new Map()).size);
    }),
  );
});

it('compares names without accents, case and spaces, and codes without case alone', () => {
  expect(nameKey('Ion  Șerban', 'Str. A')).toBe(nameKey('ion serban ', 'str. a'));
  expect(nameKey('Ion', 'Șerban')).not.toBe(nameKey('Ion Șerban', null));
  expect(keyOf('code', 'Ă-1')).toBe(keyOf('code', 'ă-1'));
  expect(keyOf('code', 'Ă-1')).not.toBe(keyOf('code', 'A-1'));
  const blank = { name: 'A', cui: null, cnp: null, clientCode: null, address: null, city: null };
  expect(clientKeys({ ...blank, cui: 'RO 14399840' }).strong).toEqual(clientKeys({ ...blank, cui: '14399840' }).strong);
});

const RATES = [
  { id: 'r21', rate: '21', label: 'Standard 21%', categoryCode: 'S' as const, isDefault: true, isActive: true },
  { id: 'r5', rate: '5', label: 'Veche', categoryCode: 'S' as const, isDefault: false, isActive: false },
];

it.each([
  ['21', { vatRate: '21' }],
  ['21 %', { vatRate: '21' }],
  ['9,5', { vatRate: '9.5' }],
  ['STANDARD 21%', { vatRateId: 'r21' }],
  [undefined, {}],
])('the VAT rate %s is read as %j', (stated, body) => {
  const row = { line: 2, groups: [], errors: [], body: { ...(stated !== undefined && { vatRate: stated }) } };
  expect(vatRateReader(RATES)(row).body).toEqual(body);
});

it.each(['Veche', 'TVA', '%', '2100000%%'])('the VAT rate %s is refused with the names of the rates', stated => {
  const { errors } = vatRateReader(RATES)({ line: 2, groups: [], errors: [], body: { vatRate: stated } });
  expect(errors).toMatchObject([{ column: 'vatRate', message: expect.stringContaining('Standard 21%') as string }]);
});
