import { decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedKeys } from '#shared/platform/access/published-keys.ts';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

// Keys as on a stage: access follows from the statements of the caller's role, with the aliases and tags of five minutes ago.
const service = useOwnService({ machines: [], strict: true });
beforeAll(() => void service().runtime.clock.freeze(true));

const newToken = async (): Promise<string> => (await registerOnly(service())).token;
const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';

describe('rotation of the keys that sign access tokens, where KMS decides by aliases and tags of five minutes ago', () => {
  test('logins succeed at the moment when the alias has moved to the new key', async () => {
    const first = kidOf(await newToken());
    await service().advance('P91D');
    expect(await publishedKeys()).toHaveLength(2);
    expect(kidOf(await newToken())).toBe(first);
    await service().advance('P1D');
    const token = await newToken();
    expect(kidOf(token)).not.toBe(first);
    expect((await service().api('GET', '/api/v1/me', { token })).status).toBe(200);
  });

  test('the old key is deleted when its last token has expired', async () => {
    await service().advance('P1D');
    expect(await publishedKeys()).toHaveLength(1);
  });
});
