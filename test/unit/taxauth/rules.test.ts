import { describe, expect, it } from 'vitest';
import { expiryOf, readTokenValue, tokenExpiry } from '#shared/authority/taxauth/connections/rules.ts';
import { bestFor, type TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';

const jwt = (claims: unknown): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const NOW = new Date('2026-11-01T00:00:00.000Z');

describe('tokens of the tax authority (COM-45 to COM-53)', () => {
  it.each([undefined, null, 5, '', 'too short', 'with blanks inside', 'ünïcödé-token', 'x'.repeat(8193)])(
    '%j is rejected',
    given => expect(() => readTokenValue(given)).toThrow('Invalid or missing: token.'),
  );

  it('never quotes the value in an error', () => {
    expect(() => readTokenValue('secret value')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });

  it('is trimmed', () => expect(readTokenValue(' 0123456789 ')).toBe('0123456789'));

  it.each([
    [jwt({ exp: 1793491200 }), '2026-11-01T00:00:00.000Z'],
    [jwt({ exp: 'soon' }), undefined],
    [jwt({}), undefined],
    [jwt({ exp: 1e300 }), undefined],
    ['a.b.c', undefined],
    ['opaque', undefined],
  ])('%s ends at %s by its own claim', (value, end) => expect(expiryOf(value)?.toISOString()).toBe(end));

  it('ends by its own claim, else after the days; rejected when that has passed', () => {
    expect(tokenExpiry('opaque', NOW, 2)).toBe('2026-11-03T00:00:00.000Z');
    expect(tokenExpiry(jwt({ exp: NOW.getTime() / 1000 + 60 }), NOW, 2)).toBe('2026-11-01T00:01:00.000Z');
    expect(() => tokenExpiry(jwt({ exp: NOW.getTime() / 1000 }), NOW, 2)).toThrow();
  });
});

describe('the token that connects', () => {
  const token = (id: string, validatedCifs: string[], expiresAt: string) => ({ id, validatedCifs, expiresAt }) as TaxauthToken;

  it('is the one that is valid the longest of those that list the tax number', () => {
    const all = [token('a', ['1'], '2026-01-01'), token('b', ['1', '2'], '2027-01-01'), token('c', ['2'], '2028-01-01')];
    expect(bestFor(all, '1')?.id).toBe('b');
    expect(bestFor(all, '3')).toBeUndefined();
  });
});
