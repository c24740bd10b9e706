import { argon2Sync } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commonPasswords } from '#shared/accounts/identity/passwords/common-passwords.ts';
import { MOST_USED_PASSWORDS } from '#shared/accounts/identity/passwords/most-used-passwords.ts';
import { passwordViolation } from '#shared/accounts/identity/passwords/password-rules.ts';
import { hashPassword, verifyPassword } from '#shared/accounts/identity/passwords/passwords.ts';

const derivations = vi.hoisted(() => ({ parameters: [] as Record<string, unknown>[] }));

vi.mock('node:crypto', async importOriginal => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const argon2: typeof original.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    derivations.parameters.push({ algorithm, memory, passes, parallelism, tagLength });
    original.argon2(algorithm, parameters, callback);
  };
  return { ...original, argon2 };
});

beforeEach(() => {
  derivations.parameters = [];
});

const WORK = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

describe('stored passwords', () => {
  test('a password is stored as argon2id (19 MiB, 2 passes, 1 lane) in PHC form, and verifies', async () => {
    const stored = await hashPassword('correct horse battery staple');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(derivations.parameters).toEqual([WORK]);
    expect(await verifyPassword('correct horse battery staple', stored)).toBe(true);
    expect(await verifyPassword('correct horse battery stapl', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  test('every hash has a salt of its own', async () => {
    expect(await hashPassword('the same password')).not.toBe(await hashPassword('the same password'));
  });

  test('a hash made with other parameters verifies with its own', async () => {
    const nonce = Buffer.from('0123456789abcdef');
    const parameters = { nonce, memory: 1024, passes: 3, parallelism: 2, tagLength: 16 };
    const hash = argon2Sync('argon2id', { ...parameters, message: 'older password' });
    const encoded = [nonce, hash].map(part => part.toString('base64').replaceAll('=', '')).join('$');
    expect(await verifyPassword('older password', `$argon2id$v=19$m=1024,t=3,p=2$${encoded}`)).toBe(true);
  });

  test('without a hash the same work is done, and nothing matches', async () => {
    expect(await verifyPassword('anything', null)).toBe(false);
    expect(await verifyPassword('anything', undefined)).toBe(false);
    expect(derivations.parameters).toEqual([WORK, WORK]);
  });

  test('a stored text that is no hash is an error, not a wrong password', async () => {
    await expect(verifyPassword('anything', 'plain text')).rejects.toThrow('PHC');
  });

  test('the same characters typed as composed or decomposed are one password (NFKC)', async () => {
    expect(await verifyPassword('parola\u0103 mea', await hashPassword('parolaa\u0306 mea'))).toBe(true);
  });
});

describe('password acceptance (ACC-16)', () => {
  const email = 'ana@example.com';

  test.each([
    ['1234567', 'at least 8'],
    ['short', 'at least 8'],
    ['', 'at least 8'],
    ['ȘȚăîâșț', 'at least 8'],
    ['x1'.repeat(64) + 'y', 'at most 128'],
    ['password', 'most common'],
    ['PassWord', 'most common'],
    ['12345678', 'most common'],
    ['qwertyuiop', 'most common'],
    ['Parola123', 'most common'],
    ['zzzzzzzzzzzz', 'most common'],
    ['Ana@Example.com', 'must not be the email'],
  ])('%s is rejected', (password, message) => {
    expect(passwordViolation(password, email)).toContain(message);
  });

  test.each(['12345678x', 'abcdefgz', 'x1'.repeat(64), 'ȘțțăîâșțX', '😀😀😀😀😀😀😀1', 'ana@example.comX'])(
    '%s is accepted',
    password => {
      expect(passwordViolation(password, email)).toBeNull();
    },
  );

  test('length is counted in characters, not in UTF-16 units', () => {
    expect(passwordViolation('😀1😀2', email)).toContain('at least 8');
    expect(passwordViolation('😀1'.repeat(64), email)).toBeNull();
  });

  test('the 3,000 most common ones of sufficient length are rejected, and some Romanian ones; all lower-case', () => {
    const used = MOST_USED_PASSWORDS.trim().split(/\s+/);
    expect(new Set(used).size).toBe(3000);
    expect(used.filter(password => passwordViolation(password.toUpperCase(), email) === null)).toEqual([]);
    expect(commonPasswords().size).toBeGreaterThan(3000);
    expect([...commonPasswords()].filter(one => [...one].length < 8 || one !== one.toLowerCase())).toEqual([]);
  });
});
