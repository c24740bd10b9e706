import { decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedKeyKey, publishedKeys } from '#shared/platform/access/published-keys.ts';
import { rotateTokenKeys } from '#shared/accounts/identity/token-keys/rotate.ts';
import { publicHalf } from '#shared/accounts/identity/token-keys/signing-keys.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });
beforeAll(() => void service().runtime.clock.freeze(true));

const published = async (): Promise<string[]> => {
  const { body } = await service().api('GET', '/.well-known/jwks.json');
  return (body as { keys: { kid: string }[] }).keys.map(key => key.kid);
};
const newToken = async (): Promise<string> => (await registerOnly(service())).token;
const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';
const me = async (token: string): Promise<number> => (await service().api('GET', '/api/v1/me', { token })).status;
const turn = (duration: string): void => void service().runtime.clock.advance(duration);

describe('rotation of the keys that sign access tokens', () => {
  let first: string;

  test('one key signs, and is published; runs before its time change nothing', async () => {
    first = kidOf(await newToken());
    expect(await published()).toEqual([first]);
    await rotateTokenKeys();
    turn('P89D');
    await rotateTokenKeys();
    expect(await published()).toEqual([first]);
  });

  test('after 90 days the schedule publishes the next key, which does not sign yet', async () => {
    await service().advance('P2D');
    const keys = await published();
    expect(keys).toHaveLength(2);
    expect(keys).toContain(first);
    expect(kidOf(await newToken())).toBe(first);
    await rotateTokenKeys();
    expect(await published()).toEqual(keys);
  });

  test('a run that died before it published its new key: the next one publishes that key, and creates no other', async () => {
    const next = (await publishedKeys()).find(key => key.signsFrom === null);
    await transact([remove(publishedKeyKey(next?.kid ?? ''))]);
    expect(await published()).toEqual([first]);
    await rotateTokenKeys();
    expect((await publishedKeys()).find(key => key.signsFrom === null)?.keyId).toBe(next?.keyId);
  });

  test('12 hours later it signs, also in processes that remember the old key; tokens of both are valid', async () => {
    turn('PT12H');
    const old = await newToken();
    expect(kidOf(old)).toBe(first);
    await Promise.all([rotateTokenKeys(), rotateTokenKeys()]);
    const young = await newToken();
    expect(kidOf(young)).not.toBe(first);
    expect(await published()).toEqual(expect.arrayContaining([first, kidOf(young)]));
    expect([await me(old), await me(young)]).toEqual([200, 200]);
    turn('PT59M');
    expect([await me(old), await me(young)]).toEqual([200, 200]);
    await rotateTokenKeys();
    expect(await published()).toContain(first);
  });

  test('when the last token of the old key has expired, the old key is not published any more; KMS keeps it, as it belongs to the stack', async () => {
    const second = kidOf(await newToken());
    const old = (await publishedKeys()).find(key => key.kid === first);
    turn('PT2H');
    await rotateTokenKeys();
    expect(await published()).toEqual([second]);
    expect(await me(await newToken())).toBe(200);
    expect((await publicHalf(old?.keyId ?? '')).kid).toBe(first);
  });

  test('the second rotation is like the first; KMS deletes the key, which rotation had created', async () => {
    const [second] = await publishedKeys();
    await service().advance('P91D');
    await service().advance('P1D');
    const third = kidOf(await newToken());
    expect(third).not.toBe(second?.kid);
    await service().advance('P1D');
    expect(await published()).toEqual([third]);
    await expect(publicHalf(second?.keyId ?? '')).rejects.toThrow('pending deletion');
    expect(await me(await newToken())).toBe(200);
  });

  test('a key that is not published any more is not trusted, also in processes that verified with it', async () => {
    const token = await newToken();
    expect(await me(token)).toBe(200);
    const [key] = await publishedKeys();
    await transact([remove(publishedKeyKey(key?.kid ?? ''))]);
    turn('PT5M');
    expect(await me(token)).toBe(401);
  });
});
