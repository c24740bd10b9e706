import { expect, test } from 'vitest';
import { canaryCommand, type Account } from '../../../../infra/canary/command.ts';
import { readStages } from '../../../../infra/stage/stages.ts';

/** What `npm run canary` refuses; that it sets up is in test/api/canary. */

const stage = {
  region: 'eu-central-1',
  // Nobody listens there.
  apiUrl: 'https://127.0.0.1:49',
  mailFrom: 'Invoicing <no-reply@invoicing.example>',
  taxauthUrl: 'https://taxauth.example/rest',
  taxauthTransportUrl: 'https://taxauth.example/transport',
  logRetentionDays: 7,
};
const STAGES = readStages({ on: { ...stage, canary: {} }, off: stage });

const DEPLOYED: Account = {
  receiver: () => Promise.resolve('https://receiver.example/'),
  store: () => Promise.reject(new Error('Nothing is to be stored.')),
  run: () => Promise.reject(new Error('Nothing is to be run.')),
};

test.each<[string, string[], Partial<Account>, string, number, RegExp]>([
  ['no stage', [], {}, '', 2, /^npm run canary -- <stage>/],
  ['a call for help', ['--help'], {}, '', 0, /"sandbox": true and the scopes\ncompany\.create, /],
  ['an unknown stage', ['none'], {}, '', 2, /^There is no stage none in cdk\.json, which has on, off\./],
  ['one word too many', ['on', 'off'], {}, '', 2, /^There is no stage on off/],
  ['a stage without a canary', ['off'], {}, '', 1, /^off has no canary: set `canary`/],
  [
    'a stage that is not deployed',
    ['on'],
    { receiver: () => Promise.resolve(undefined) },
    '',
    1,
    /not deployed: npm run deploy -- 'on\/\*'/,
  ],
  ['a key for other companies', ['on'], {}, 'af_0000', 1, /begin with af_test_/],
  ['an API that does not answer', ['on'], {}, ' af_test_00 ', 1, /^GET \/api\/v1\/companies got no answer: .*ECONNREFUSED/],
])('%s', async (_, argv, account, key, code, said) => {
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), ask: () => Promise.resolve(key) };
  expect(await canaryCommand(argv, STAGES, terminal, () => ({ ...DEPLOYED, ...account }))).toBe(code);
  expect(lines.join('\n')).toMatch(said);
});
