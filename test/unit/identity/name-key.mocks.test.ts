import { CreateAliasCommand, CreateKeyCommand } from '@aws-sdk/client-kms';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as publishedKeysModule from '#shared/platform/access/published-keys.ts';
import { rotateTokenKeys } from '#shared/accounts/identity/token-keys/rotate.ts';

const named = (name: string): Error => Object.assign(new Error(name), { name });
const old = '2020-01-01T00:00:00.000Z';

const state = vi.hoisted(() => ({ refusals: 0, made: 0, tried: 0, published: [] as object[] }));

vi.mock(import('#shared/platform/aws/kms.ts'), () => ({
  kms: () =>
    ({
      send: (command: object) => {
        if (command instanceof CreateKeyCommand) {
          state.made++;
          return Promise.resolve({ KeyMetadata: { Arn: 'arn:new' } });
        }
        expect(command).toBeInstanceOf(CreateAliasCommand);
        state.tried++;
        return state.tried <= state.refusals ? Promise.reject(named('NotFoundException')) : Promise.resolve({});
      },
    }) as never,
}));
vi.mock(import('#shared/accounts/identity/token-keys/signing-keys.ts'), () => ({
  publicHalf: (id: string) =>
    id === 'arn:new' ? Promise.resolve({ kid: 'new', keyId: id } as never) : Promise.reject(named('NotFoundException')),
  publish: (key: object) => {
    state.published.push(key);
    return Promise.resolve();
  },
}));
vi.mock(import('#shared/platform/access/published-keys.ts'), async original => ({
  ...(await original<typeof publishedKeysModule>()),
  publishedKeys: () =>
    Promise.resolve([{ kid: 'now', x: '', y: '', keyId: 'arn:now', publishedAt: old, signsFrom: old, retiredAt: null }]),
}));

beforeEach(() => {
  vi.stubEnv('TOKEN_KEY', 'alias/test-token');
  Object.assign(state, { made: 0, tried: 0, published: [] });
  return () => vi.unstubAllEnvs();
});

describe('naming a new key that KMS does not know everywhere yet', () => {
  test.each([0, 1, 5])('is retried after %i errors, and one key is made', async refusals => {
    state.refusals = refusals;
    await rotateTokenKeys();
    expect(state).toMatchObject({ made: 1, tried: refusals + 1, published: [{ kid: 'new', madeByRotation: true }] });
  });

  test('fails after six attempts, and publishes nothing', async () => {
    state.refusals = 100;
    await expect(rotateTokenKeys()).rejects.toThrow('NotFoundException');
    expect(state).toMatchObject({ made: 1, tried: 6, published: [] });
  });
});
