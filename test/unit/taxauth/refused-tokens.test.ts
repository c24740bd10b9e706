import { describe, expect, it } from 'vitest';
import { handler as save } from '../../../functions/taxauth/save-token.ts';
import { readTokenValue, tokenExpiry } from '#shared/authority/taxauth/connections/rules.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

/** Tokens that POST /taxauth/tokens rejects before it calls the authority (COM-48, COM-49). */

const token = 'opaque-token-1';
const expiry = (given: unknown) => tokenExpiry(readTokenValue(given), new Date('2026-11-01T00:00:00.000Z'), 90);

it('accepts a valid token', async () => {
  expect(await refusedFieldsOf(save, { body: { token, expiresInDays: 365, label: 'x'.repeat(255) } })).toBeUndefined();
  expect(expiry(token)).toBe('2027-01-30T00:00:00.000Z');
});

describe('the value: 400', () => {
  it.each([
    ['none', undefined],
    ['a short text', 'short'],
    ['a number', 12345678901],
    ['a text with blanks', 'with blanks in it'],
    ['one that has expired', `e30.${Buffer.from('{"exp":1}').toString('base64url')}.c2ln`],
  ])('%s', async (_, given) => {
    expect(await refusedFieldsOf(save, { body: { token: given } })).toBeUndefined();
    expect(await refusedFieldsBy(() => expiry(given))).toEqual([400, 'bad_request', ['token']]);
  });
});

describe('the other fields: 422', () => {
  it.each([
    ['expiresInDays', 0],
    ['expiresInDays', 366],
    ['companyId', 'x'],
    ['label', 'x'.repeat(256)],
  ])('%s %j', async (field, value) => {
    expect(await refusedFieldsOf(save, { body: { token, [field]: value } })).toEqual([422, 'validation_error', [field]]);
  });
});
