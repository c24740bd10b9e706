import type { Chapter } from './model.ts';

export const V7: Chapter = {
  number: 7,
  title: 'Session management',
  counts: { 1: 6, 2: 12 },
  requirements: [
    {
      number: '7.1.1',
      level: 2,
      summary: 'Timeout and lifetime of sessions are documented',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V7.1 says how long sessions last, how many there may be, and what a provider has to do with them',
        },
      ],
    },
    {
      number: '7.1.2',
      level: 2,
      summary: 'The number of parallel sessions is documented',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V7.1 says how long sessions last, how many there may be, and what a provider has to do with them',
        },
      ],
    },
    {
      number: '7.1.3',
      level: 2,
      summary: 'Lifetimes across federated systems are documented',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V7.1 says how long sessions last, how many there may be, and what a provider has to do with them',
        },
      ],
    },
    {
      number: '7.2.1',
      level: 1,
      summary: 'Tokens are verified by the service',
      tests: [
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
      ],
    },
    {
      number: '7.2.2',
      level: 1,
      summary: 'Sessions have tokens of their own, no static keys',
      tests: [
        {
          file: 'test/api/auth/access-tokens.test.ts',
          name: 'are ES256 JWTs that the published keys verify, with the claims of decisions.md',
        },
        {
          file: 'test/api/auth/refresh.test.ts',
          name: '200: a new access token and a new refresh token, also before the email is confirmed',
        },
      ],
    },
    {
      number: '7.2.3',
      level: 1,
      summary: 'Reference tokens have 128 random bits',
      tests: [
        { file: 'test/unit/access/credentials.test.ts', name: 'a token names its user and session, and carries 384 random bits' },
      ],
    },
    {
      number: '7.2.4',
      level: 1,
      summary: 'A login makes a new session token',
      tests: [
        { file: 'test/api/auth/login.long.test.ts', name: '20 simultaneous logins of one account all succeed' },
        {
          file: 'test/api/auth/lifetimes.test.ts',
          name: 'a replay after 10 seconds: 401, and the whole login is over, its access tokens too',
        },
      ],
    },
    {
      number: '7.3.1',
      level: 2,
      summary: 'Sessions end when they are not used',
      tests: [{ file: 'test/api/auth/lifetimes.test.ts', name: 'lifetime counts from the last refresh: 30 days, sliding' }],
    },
    {
      number: '7.3.2',
      level: 2,
      summary: 'Sessions end for good after a time',
      tests: [
        {
          file: 'test/api/me/sessions.long.test.ts',
          name: 'A login ends for good after 90 days > however often it is refreshed, with its access tokens',
        },
      ],
    },
    {
      number: '7.4.1',
      level: 1,
      summary: 'An ended session is good for nothing',
      tests: [
        {
          file: 'test/api/me/sessions.test.ts',
          name: '204: the access token and the refresh token are over, other logins go on',
        },
        { file: 'test/api/auth/refresh.test.ts', name: 'the session expires with its refresh token' },
      ],
    },
    {
      number: '7.4.2',
      level: 1,
      summary: 'Sessions end with their account',
      tests: [
        {
          file: 'test/api/auth/access-ends.test.ts',
          name: 'an account that is switched off ends all; switched on again, all goes on',
        },
        {
          file: 'test/api/me/remove.test.ts',
          name: '204: the account is no way in any more, by session, refresh, key or password; nothing names the person',
        },
      ],
    },
    {
      number: '7.4.3',
      level: 2,
      summary: 'Other sessions can be ended when a factor changes',
      tests: [
        { file: 'test/api/auth/access-ends.test.ts', name: 'a new password ends every login, and no key' },
        { file: 'test/api/me/sessions.test.ts', name: 'ends all others: the one that asks goes on, and can be refreshed' },
      ],
    },
    {
      number: '7.4.4',
      level: 2,
      summary: 'Logout is easy to find',
      notApplicable: 'There is no user interface; POST /api/auth/logout is there (7.4.1).',
    },
    {
      number: '7.4.5',
      level: 2,
      summary: 'Administrators can end sessions of a user',
      gap: 'Operators can deactivate an account, which ends its sessions; there is no operation for sessions alone.',
    },
    {
      number: '7.5.1',
      level: 2,
      summary: 'Changes of factors, keys and passkeys ask for authentication again',
      tests: [
        {
          file: 'test/api/me/fresh-proof.test.ts',
          name: '403 from then on, also after a refresh; the password is a proof, a wrong one is 422',
        },
        { file: 'test/api/me/fresh-proof.test.ts', name: 'is mailed once for each, in the language of the person (%s)' },
        {
          file: 'test/api/me/fresh-proof.test.ts',
          name: 'the mail after a reset lists the keys that stay in force, and all of them can be revoked at once',
        },
        { file: 'test/api/me/totp-disable.test.ts', name: '422 for a missing or wrong password' },
      ],
    },
    {
      number: '7.5.2',
      level: 2,
      summary: 'Users see and end their sessions',
      tests: [
        {
          file: 'test/api/me/sessions.test.ts',
          name: 'lists what is in force, the one used last first, and says which one asks',
        },
        { file: 'test/api/me/sessions.test.ts', name: 'ends one: 204, then 404; another person cannot' },
      ],
    },
    {
      number: '7.6.1',
      level: 2,
      summary: 'Sessions behave as documented towards the provider',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V7.1 says how long sessions last, how many there may be, and what a provider has to do with them',
        },
        {
          file: 'test/api/auth/idp.test.ts',
          name: '200 again: the same account, found by issuer and subject also under another email',
        },
      ],
    },
    {
      number: '7.6.2',
      level: 2,
      summary: 'A session begins by an act of its user',
      tests: [
        { file: 'test/api/auth/idp.test.ts', name: '400 for %o' },
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.3, V3.5.1 no answer sets a cookie, and a credential in a cookie is none',
        },
      ],
    },
  ],
};
