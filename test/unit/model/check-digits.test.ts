import { describe, expect, it } from 'vitest';
import { buyerNumberWarnings, numberProblems } from '#shared/model/codes/check-digits.ts';

const party = (fields: object) => ({ cif: null, cnp: null, vatCode: null, country: 'RO', ...fields });
const wrong = (fields: object) => numberProblems(party(fields)).map(([field]) => field);

describe('check digits', () => {
  // Public numbers of companies, and of the authority itself.
  it.each(['RO14399840', '14399840', 'RO 18547290', '4266456', '1590082', '5022670'])('%s is right', cif => {
    expect(wrong({ cif })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['a wrong tax number', { cif: 'RO12345678' }, ['cui']],
    ['two digits in the wrong order', { cif: '14399804' }, ['cui']],
    ['a right personal number', { cnp: '1850715123451' }, []],
    ['a wrong personal number', { cnp: '1850715123456' }, ['cnp']],
    ['a personal number as tax number', { cif: '1850715123456' }, ['cui']],
    ['a right VAT code next to a wrong number', { cif: '12345678', vatCode: 'RO14399840' }, ['cui']],
    ['one warning for the same number in two fields', { cif: 'RO12345678', vatCode: 'RO12345678' }, ['cui']],
    ['a number of another country', { cif: '12345678', country: 'DE' }, []],
    ['a Romanian VAT code of a foreign firm', { cif: 'DE1', vatCode: 'RO12345678', country: 'DE' }, ['vatCode']],
    ['no number', {}, []],
  ])('%s', (_, fields, fieldsTold) => {
    expect(wrong(fields)).toEqual(fieldsTold);
  });

  it('of a document: the warning names the field of its buyer', () => {
    const client = party({ cif: '12345678' });
    expect(buyerNumberWarnings({ client, clientId: null })).toEqual([expect.stringMatching(/^receiverCif: 12345678 is no/)]);
    expect(buyerNumberWarnings({ client, clientId: 'c' })).toEqual([expect.stringMatching(/^clientId: /)]);
    expect(buyerNumberWarnings({ client: null, clientId: null })).toEqual([]);
  });
});
