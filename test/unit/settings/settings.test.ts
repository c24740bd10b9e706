import { afterEach, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';

let restore = (): void => {};
const set = (variables: Record<string, string>): void => void (restore = setEnvironment(variables));
afterEach(() => restore());

describe('a setting', () => {
  it('is its default where it is not set, or set to an empty text', () => {
    set({ RESTORE_DAYS: '', REGISTRATION: '', CAPTCHA_VERIFY_URL: '' });
    expect([setting('RESTORE_DAYS'), setting('REGISTRATION'), setting('CAPTCHA_VERIFY_URL')]).toEqual([30, 'on', undefined]);
  });

  it('has the type of its schema, and is read each time', () => {
    set({ RESTORE_DAYS: '7', REGISTRATION: 'off' });
    const days: number = setting('RESTORE_DAYS');
    const registration: 'on' | 'off' = setting('REGISTRATION');
    expect([days, registration]).toEqual([7, 'off']);
  });

  it('with an invalid value is an error that names it', () => {
    set({ RESTORE_DAYS: '7 days' });
    expect(() => setting('RESTORE_DAYS')).toThrow('The setting RESTORE_DAYS must be a whole number above 0.');
  });

  it.each<[string, string, string[] | RegExp]>([
    ['one fingerprint as OpenSSL prints it', Array(32).fill('AB').join(':'), ['ab'.repeat(32)]],
    ['several', `${'ab'.repeat(32)}, ${'cd'.repeat(32)}`, ['ab'.repeat(32), 'cd'.repeat(32)]],
    ['a fingerprint that is too short', 'ab'.repeat(20), /TAXAUTH_SEALS must be 1 to 10 SHA-256 fingerprints/],
    ['a comma at the end', `${'ab'.repeat(32)},`, /TAXAUTH_SEALS must be/],
    ['too many', Array(11).fill('ab'.repeat(32)).join(','), /TAXAUTH_SEALS must be/],
  ])('of pinned seals: %s', (_, value, expected) => {
    set({ TAXAUTH_SEALS: value });
    if (expected instanceof RegExp) expect(() => setting('TAXAUTH_SEALS')).toThrow(expected);
    else expect(setting('TAXAUTH_SEALS')).toEqual(expected);
  });

  it('with an unknown name does not compile', () => {
    // @ts-expect-error a misspelt setting
    expect(() => setting('REGISTRATON')).toThrow();
  });
});
