import { describe, expect, test } from 'vitest';
import type { PublishedKey } from '#shared/platform/access/published-keys.ts';
import { dueSteps } from '#shared/accounts/identity/token-keys/rotate.ts';

const AT = new Date('2026-11-21T12:00:00Z');
const DAY = 86_400;
const before = (seconds: number): string => new Date(AT.getTime() - seconds * 1000).toISOString();
const settings = { signsFor: 90 * DAY, tokenLives: 3600 };
const key = (kid: string, times: Partial<PublishedKey>): PublishedKey => ({
  ...{ kid, x: '', y: '', keyId: kid, publishedAt: before(200 * DAY), signsFrom: null, retiredAt: null },
  ...times,
});
const steps = (...keys: PublishedKey[]): string[] =>
  dueSteps(keys, AT, settings).map(step =>
    [step.do, 'key' in step ? step.key.kid : 'to' in step ? step.to.kid : ''].join(' ').trim(),
  );

const young = key('now', { signsFrom: before(89 * DAY) });
const old = key('now', { signsFrom: before(90 * DAY) });

describe('rotation of the token keys: due steps', () => {
  test.each<[string, PublishedKey[], string[]]>([
    ['nothing, before the first key has signed', [], []],
    ['nothing, while the key is young', [young], []],
    ['the next key, when the one that signs has done so for 90 days', [old], ['create']],
    ['nothing, while the next key is being distributed', [old, key('next', { publishedAt: before(12 * 3600 - 1) })], []],
    [
      'the switch, when the next key has been published for 12 hours',
      [old, key('next', { publishedAt: before(12 * 3600) })],
      ['switch next'],
    ],
    [
      'nothing, while tokens of the old key may be valid',
      [young, key('was', { signsFrom: before(99 * DAY), retiredAt: before(7400) })],
      [],
    ],
    [
      'the end of the old key, an hour and five minutes after its last token has expired',
      [young, key('was', { signsFrom: before(99 * DAY), retiredAt: before(7500) })],
      ['remove was'],
    ],
    [
      'both at once, after a long time without a run',
      [old, key('was', { signsFrom: before(99 * DAY), retiredAt: before(90 * DAY) })],
      ['remove was', 'create'],
    ],
  ])('%s', (_, keys, expected) => {
    expect(steps(...keys)).toEqual(expected);
  });
});
