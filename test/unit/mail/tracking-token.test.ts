import { beforeEach, describe, expect, it, test } from 'vitest';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { STORED_KINDS } from '#shared/model/kinds.ts';
import { madeSecret, openToken } from '#shared/output/mail/tracking/secret.ts';
import { mailNamedBy, tokenOf } from '#shared/output/mail/tracking/token.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { lookupKey } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const SECRET = Buffer.alloc(32, 1).toString('base64');
const KIND = { prefix: 'INV' };
const EMAIL = { companyId: companyScope(newId()), documentId: newId(), id: newId() };
const TOKEN = tokenOf(SECRET, KIND, EMAIL);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of a tracked mail', () => {
  it.each(STORED_KINDS)('names its record: $item', ({ prefix }) => {
    const { companyId, documentId, id } = EMAIL;
    const token = tokenOf(SECRET, { prefix }, EMAIL);
    expect(token).toMatch(/^[\w-]{88}$/);
    expect(mailNamedBy(SECRET, token)).toEqual({
      company: companyId,
      key: { pk: `C#${companyId}`, sk: `${prefix}MAIL#${documentId}#${id}` },
    });
    expect(tokenOf(SECRET, { prefix }, EMAIL)).toBe(token);
  });

  it('has a letter of its own for each kind of document', () => {
    expect(new Set(STORED_KINDS.map(({ prefix }) => prefix[0])).size).toBe(STORED_KINDS.length);
  });

  it('is unknown with any other letter or digit in any place', () => {
    for (let place = 0; place < TOKEN.length; place++) {
      for (const digit of DIGITS) {
        const other = TOKEN.slice(0, place) + digit + TOKEN.slice(place + 1);
        if (other !== TOKEN) expect(mailNamedBy(SECRET, other), other).toBeUndefined();
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['too short', TOKEN.slice(1)],
    ['too long', `${TOKEN}A`],
    ['much too long', TOKEN.repeat(1000)],
    ['with a line end', `${TOKEN}\n`],
    ['padded', `${TOKEN.slice(0, -1)}=`],
    ['in the other alphabet', `+${TOKEN.slice(1)}`],
    ['with characters of several bytes', 'ă'.repeat(88)],
    ['of zeros', 'A'.repeat(88)],
    ['of the form of a share link', 'a'.repeat(64)],
  ])('is unknown: %s', (_, text) => {
    expect(mailNamedBy(SECRET, text)).toBeUndefined();
  });

  it('is unknown under another secret', () => {
    expect(mailNamedBy(Buffer.alloc(32, 2).toString('base64'), TOKEN)).toBeUndefined();
  });
});

describe('opening a token', () => {
  beforeEach(clearCaches);

  test('reads the secret once in a process, and nothing for a text that is no token', async () => {
    const secret = await madeSecret();
    const token = tokenOf(secret, KIND, EMAIL);
    clearCaches();
    table.calls.length = 0;
    for (const text of ['', 'x', 'a'.repeat(64), 'ă'.repeat(88), TOKEN.repeat(2)]) expect(await openToken(text)).toBeUndefined();
    expect(table.calls).toHaveLength(0);
    expect(await openToken(token)).toMatchObject({ company: EMAIL.companyId, secret });
    expect(table.calls).toHaveLength(1);
    expect(await openToken(TOKEN)).toBeUndefined();
    expect(await openToken(token)).toBeDefined();
    expect(await madeSecret()).toBe(secret);
    expect(table.calls).toHaveLength(1);
  });

  test('finds none before the first tracked mail, and the secret that it makes from then on', async () => {
    await transact([remove(lookupKey('SECRET', 'mail-tracking'))]);
    expect(await openToken(TOKEN)).toBeUndefined();
    expect(await openToken(tokenOf(await madeSecret(), KIND, EMAIL))).toBeDefined();
  });
});
