import { describe, expect, it } from 'vitest';
import { identifiersOf } from '../../../infra/person/records.ts';
import { type Person, statesPerson, withoutNumbers } from '../../../infra/person/match.ts';
import { phoneDigits } from '../../../infra/person/numbers.ts';

const ANA: Person = { address: null, userId: null, number: '1850505123451', phone: '40722123456' };

it.each([
  ['0722 123 456', '40722123456'],
  ['+40 722.123.456', '40722123456'],
  ['0040-722-123456', '40722123456'],
  ['+49 (30) 1234567', '49301234567'],
])('the phone %s is %s', (typed, digits) => expect(phoneDigits(typed)).toBe(digits));

describe('a number in a text', () => {
  it.each([
    ['CNP 1850505123451.', true],
    ['21850505123451', false],
    ['18505051234510', false],
    ['0722123456', true],
    ['tel. +40 (722) 123-456', true],
    ['0040 722 123 456', true],
    ['40722123456', true],
    ['+40 (0)722 123 456', true],
    ['07221234567', false],
    ['722123456', false],
    ['a0722123456', false],
    ['0722 123 457', false],
  ])('%s: %s', (text, expected) => {
    expect(statesPerson(text, ANA)).toBe(expected);
    expect(withoutNumbers(text, ANA, '…').includes('…')).toBe(expected);
  });
});

it('identifies a person in the record of an erasure', () => {
  expect(identifiersOf({ ...ANA, client: { companyId: 'c', id: '7' } })).toEqual([
    'number:1850505123451',
    'phone:40722123456',
    'client:c/7',
  ]);
});
