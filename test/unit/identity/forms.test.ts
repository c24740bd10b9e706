import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiTokenChangeBody, newApiTokenBody } from '#shared/accounts/identity/api-tokens/input.ts';
import { loginBody } from '#shared/accounts/identity/sign-in/input.ts';
import { registrationBody } from '#shared/accounts/identity/sign-in/registration-input.ts';
import { profileChangeBody } from '#shared/accounts/identity/account/input.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';

const violationsOf = (
  form: { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } } },
  value: unknown,
) => form.safeParse(value).error?.issues.map(issue => issue.path.join('.')) ?? [];

describe('registration', () => {
  const good = { email: 'Ana@Example.COM ', password: 'long-enough-7' };

  test('the email is stored lower-case and trimmed; empty optional fields are null', () => {
    expect(registrationBody.parse({ ...good, firstName: ' Ana ', lastName: '', locale: '' })).toEqual({
      email: 'ana@example.com',
      password: 'long-enough-7',
      firstName: 'Ana',
      lastName: null,
      locale: '',
    });
  });

  test.each([
    [{ password: good.password }, ['email']],
    [{ email: 'no address', password: good.password }, ['email']],
    [{ email: `${'a'.repeat(170)}@example.com`, password: good.password }, ['email']],
    [{ email: good.email }, ['password']],
    [{ email: good.email, password: 12345678 }, ['password']],
    [{ email: good.email, password: 'short' }, ['password']],
    [{ email: good.email, password: 'ANA@example.com' }, ['password']],
    [{ ...good, firstName: 'x'.repeat(101) }, ['firstName']],
    [{ ...good, lastName: 'x'.repeat(101) }, ['lastName']],
    [{ ...good, organizationName: 'x'.repeat(256) }, ['organizationName']],
    [{ ...good, locale: 'it' }, ['locale']],
  ])('%o names %o', (form, paths) => {
    expect(violationsOf(registrationBody, form)).toEqual(paths);
  });
});

describe('login', () => {
  test('the email is compared without case and outer spaces; the password is not changed', () => {
    expect(loginBody.parse({ email: ' ANA@example.com', password: ' secret ' })).toEqual({
      email: 'ana@example.com',
      password: ' secret ',
    });
  });
  test.each([[{ email: 'a@b.ro' }], [{ password: 'x' }], [{ email: 1, password: 'x' }], [{ email: '', password: 'x' }], [{}]])(
    '%o is rejected',
    form => expect(loginBody.safeParse(form).success).toBe(false),
  );
});

describe('profile changes', () => {
  test.each([
    [{}, ['']],
    [{ unknown: 1 }, ['']],
    [{ currentPassword: 'only this' }, ['']],
    [{ timezone: 'Mars/Olympus' }, ['timezone']],
    [{ phone: 'call me' }, ['phone']],
    [{ phone: '1'.repeat(21) }, ['phone']],
    [{ locale: 'it' }, ['locale']],
    [{ locale: null }, ['locale']],
    [{ firstName: 'x'.repeat(101) }, ['firstName']],
    [{ respectQuietHours: 'yes' }, ['respectQuietHours']],
    [{ preferences: [] }, ['preferences']],
    [{ preferences: null }, ['preferences']],
    [{ password: null }, ['password']],
  ])('%o names %o', (form, paths) => {
    expect(violationsOf(profileChangeBody, form)).toEqual(paths);
  });

  test('a telephone number may have +, digits, spaces, -, . and parentheses; null clears it', () => {
    expect(profileChangeBody.parse({ phone: ' +40 (21) 310-10.10 ' })).toEqual({ phone: '+40 (21) 310-10.10' });
    expect(profileChangeBody.parse({ phone: null })).toEqual({ phone: null });
  });
});

describe('API token forms', () => {
  beforeAll(() => setTimeSource(() => Date.parse('2026-05-04T10:00:00Z')));
  afterAll(() => setTimeSource(() => Date.now()));

  const good = { name: ' Export ', scopes: ['invoice.view', 'client.view', 'invoice.view'] };

  test('the name is trimmed and repeated scopes are merged; without expiry the key does not expire', () => {
    expect(newApiTokenBody.parse(good)).toEqual({ name: 'Export', scopes: ['invoice.view', 'client.view'], expireAt: null });
  });

  test.each([
    ['expiresAt', '2026-05-04T12:00:01+02:00', '2026-05-04T10:00:01.000Z'],
    ['expireAt', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['expiresAt', '', null],
    ['expiresAt', null, null],
  ])('%s %s is stored as %s', (field, sent, kept) => {
    expect(newApiTokenBody.parse({ ...good, [field]: sent }).expireAt).toBe(kept);
  });

  test.each([
    [{ scopes: good.scopes }, ['name']],
    [{ ...good, name: ' ' }, ['name']],
    [{ ...good, name: 'x'.repeat(256) }, ['name']],
    [{ name: 'x' }, ['scopes']],
    [{ ...good, scopes: [] }, ['scopes']],
    [{ ...good, scopes: 'invoice.view' }, ['scopes']],
    [{ ...good, scopes: [1] }, ['scopes.0']],
    [{ ...good, expiresAt: '2026-05-04T10:00:00Z' }, ['expiresAt']],
    [{ ...good, expiresAt: '2026-13-01T00:00:00Z' }, ['expiresAt']],
    [{ ...good, expiresAt: 'tomorrow' }, ['expiresAt']],
    [{ ...good, expireAt: 5 }, ['expireAt']],
  ])('%o names %o', (form, paths) => {
    expect(violationsOf(newApiTokenBody, form)).toEqual(paths);
  });

  test('a change names a field; the expiry cannot be changed', () => {
    expect(violationsOf(apiTokenChangeBody, { expiresAt: '2027-01-01T00:00:00Z' })).toEqual(['']);
    expect(apiTokenChangeBody.parse({ name: 'New', expiresAt: 'x' })).toEqual({ name: 'New' });
  });
});
