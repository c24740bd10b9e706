import { describe, expect, test } from 'vitest';
import { addressFor, countFrom, rememberAddress } from '#shared/accounts/identity/sign-in/known-address.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { LimitReached } from '#shared/platform/lambda/limits/limit-reached.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const SECRET = Buffer.alloc(32, 1).toString('base64');
const ACCOUNT = { id: newId(), credentialsChangedAt: '2026-05-01T00:00:00.000Z' };
const CLIENT = { address: '192.0.2.1', secret: SECRET };

describe('the record of an address that an account knows', () => {
  const { userId, hash } = addressFor(ACCOUNT, CLIENT);

  test('is the same each time, and contains neither address nor account', () => {
    expect(addressFor({ ...ACCOUNT }, { ...CLIENT })).toEqual({ userId, hash });
    expect(userId).toBe(ACCOUNT.id);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['account', { ...ACCOUNT, id: newId() }, CLIENT],
    ['state of its credentials', { ...ACCOUNT, credentialsChangedAt: '2026-05-01T00:00:00.001Z' }, CLIENT],
    ['address', ACCOUNT, { ...CLIENT, address: '192.0.2.11' }],
    ['secret', ACCOUNT, { ...CLIENT, secret: Buffer.alloc(32, 2).toString('base64') }],
    ['account, for there is none', undefined, CLIENT],
  ])('differs for another %s', (_, account, client) => {
    expect(addressFor(account, client).hash).not.toBe(hash);
  });
});

describe('an attempt is counted', () => {
  const table = useTable();
  const reached = () => new LimitReached({ policy: 'window', quota: 1, windowSeconds: 60 }, 60);
  const broken = new Error('The table does not answer.');

  test.each<[string, boolean, full: ('account' | 'address')[], counted: 'account' | 'address' | undefined, reads: number]>([
    ['for the account, with capacity, without reading the address', false, [], 'account', 0],
    ['with room for the account, known or not', true, [], 'account', 0],
    ['without room, from an unknown address', false, ['account'], undefined, 1],
    ['without room, from a known address', true, ['account'], 'address', 1],
    ['without room for either', true, ['account', 'address'], undefined, 1],
  ])('%s', async (_, isKnown, full, counted, reads) => {
    const address = addressFor({ ...ACCOUNT, id: newId() }, CLIENT);
    if (isKnown) await transact([rememberAddress(address)]);
    const subjects = { account: 'ana@x.ro', address: address.hash };
    const asked: string[] = [];
    const before = table.calls.length;
    const outcome = countFrom(address, subjects.account, subject => {
      asked.push(subject);
      return full.some(name => subjects[name] === subject) ? Promise.reject(reached()) : Promise.resolve();
    });
    if (counted) expect(await outcome).toBe(subjects[counted]);
    else await expect(outcome).rejects.toMatchObject({ status: 429, retryAfter: 60 });
    expect(table.calls.length - before).toBe(reads);
    expect(asked).toEqual(isKnown && full.includes('account') ? [subjects.account, subjects.address] : [subjects.account]);
  });

  test('other failures are thrown unchanged, from a known address too', async () => {
    const address = addressFor({ ...ACCOUNT, id: newId() }, CLIENT);
    await transact([rememberAddress(address)]);
    await expect(countFrom(address, 'ana@x.ro', () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
