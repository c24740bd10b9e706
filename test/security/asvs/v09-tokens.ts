import type { Chapter } from './model.ts';

export const V9: Chapter = {
  number: 9,
  title: 'Self-contained tokens',
  counts: { 1: 4, 2: 3 },
  requirements: [
    {
      number: '9.1.1',
      level: 1,
      summary: 'Signatures of tokens are verified first',
      tests: [
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
      ],
    },
    {
      number: '9.1.2',
      level: 1,
      summary: 'Only listed algorithms are accepted',
      tests: [
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
      ],
    },
    {
      number: '9.1.3',
      level: 1,
      summary: 'Keys come from configured sources',
      tests: [
        {
          file: 'test/infra/functions.test.ts',
          name: 'only a function that signs access tokens or rotates their keys may write the published keys',
        },
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
        { file: 'test/api/auth/idp.test.ts', name: '503 without a provider, and while its keys cannot be fetched' },
      ],
    },
    {
      number: '9.2.1',
      level: 1,
      summary: 'Tokens are good for their time only',
      tests: [{ file: 'test/api/auth/access-tokens.long.test.ts', name: '401 after an hour' }],
    },
    {
      number: '9.2.2',
      level: 2,
      summary: 'Tokens are good for their purpose only',
      tests: [
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'forged keys, other secrets of ours, and credentials in other places',
        },
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: '401 for a token whose signature, audience, issuer, time or kind is wrong',
        },
      ],
    },
    {
      number: '9.2.3',
      level: 2,
      summary: 'Tokens are good for their audience only',
      tests: [
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: '401 for a token whose signature, audience, issuer, time or kind is wrong',
        },
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
      ],
    },
    {
      number: '9.2.4',
      level: 2,
      summary: 'Tokens of one key name their audience',
      tests: [
        {
          file: 'test/api/auth/access-tokens.test.ts',
          name: 'are ES256 JWTs that the published keys verify, with the claims of decisions.md',
        },
      ],
    },
  ],
};
