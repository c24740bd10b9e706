import { describe, expect, test } from 'vitest';
import { isTimeZone, preferredLanguage } from '#shared/accounts/identity/account/locale.ts';

describe('language of a new account', () => {
  test.each([
    [undefined, 'ro'],
    ['', 'ro'],
    ['*', 'ro'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['DE-at', 'de'],
    ['es,fr;q=0.8', 'fr'],
    ['en;q=0.5, ro;q=0.9', 'ro'],
    ['en;q=0, de;q=0.1', 'de'],
    ['it, es', 'ro'],
    ['en; q=0.4 , fr ; q=0.7', 'fr'],
    ['en;q=x', 'en'],
  ])('Accept-Language %s: %s', (sent, expected) => {
    expect(preferredLanguage(sent)).toBe(expected);
  });
});

describe('time zones', () => {
  test.each(['Europe/Bucharest', 'America/Argentina/Buenos_Aires', 'UTC', 'Europe/Kyiv'])('%s is valid', zone => {
    expect(isTimeZone(zone)).toBe(true);
  });
  test.each(['', 'Bucharest', 'Europe/Nowhere', '+02:00', '2'])('%s is invalid', zone => {
    expect(isTimeZone(zone)).toBe(false);
  });
});
