import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type KeyFile, openKeyFile } from '../../../infra/local/engines/kms/keys.ts';
import { authorise } from '../../../infra/local/engines/kms/policy.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { dataFolder } from './engines-support.ts';

/** As slow as KMS may be: a caller is authorised by the aliases and tags that keys had five minutes ago. */

const FIVE_MINUTES = 5 * 60_000;
const dataDir = dataFolder();
let files = 0;
let at = Date.parse('2026-11-22T10:00:00Z');
afterEach(() => setTimeSource(() => Date.now()));

function openKeys(): KeyFile {
  setTimeSource(() => at);
  return openKeyFile(join(dataDir, `${++files}.json`), {
    symmetric: [],
    signing: ['alias/tokens'],
    signingTags: { use: 'tokens' },
  });
}

/** The caller `signer` may sign by the alias, `tidier` with keys of the tag; others may do nothing. */
const policy = {
  statementsOf: (caller: string) => {
    const sign = { Action: ['kms:Sign'], Resource: ['arn:aws:kms:eu-central-1:000000000000:key/*'] };
    if (caller === 'signer')
      return [{ ...sign, Condition: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/tokens'] } } }];
    return caller === 'tidier' ? [{ ...sign, Condition: { StringEquals: { 'aws:ResourceTag/use': ['tokens'] } } }] : [];
  },
};

const sign = (keys: KeyFile, caller: string, KeyId: string) => (): void => authorise(policy, keys, caller, 'Sign', { KeyId });
const DENIED = expect.objectContaining({ name: 'AccessDeniedException' }) as Error;

describe('an alias that has moved', () => {
  test('authorises with the previous key for five minutes more, and not yet with the key that it names', () => {
    const keys = openKeys();
    const before = keys.find('alias/tokens');
    const next = keys.create('SIGN_VERIFY');
    at += FIVE_MINUTES;
    keys.point('alias/tokens', next);
    expect(keys.find('alias/tokens').id).toBe(next.id);
    at += FIVE_MINUTES - 1;
    expect(sign(keys, 'signer', before.id)).not.toThrow();
    expect(sign(keys, 'signer', next.id)).toThrow(DENIED);
    at += 1;
    expect(sign(keys, 'signer', before.id)).toThrow(DENIED);
    expect(sign(keys, 'signer', next.id)).not.toThrow();
  });
});

describe('a key that was made with a tag', () => {
  test('has it for callers after five minutes', () => {
    const keys = openKeys();
    const { id } = keys.create('SIGN_VERIFY', { use: 'tokens' });
    expect(sign(keys, 'tidier', id)).toThrow(DENIED);
    at += FIVE_MINUTES;
    expect(sign(keys, 'tidier', id)).not.toThrow();
    expect(sign(keys, 'signer', id)).toThrow(DENIED);
  });
});

test('callers without statements may do nothing', () => {
  const keys = openKeys();
  const { id } = keys.find('alias/tokens');
  expect(sign(keys, 'nobody', id)).toThrow(DENIED);
});
