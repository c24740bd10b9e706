import type { Chapter } from './model.ts';

export const V10: Chapter = {
  number: 10,
  title: 'OAuth and OIDC',
  counts: { 1: 5, 2: 24 },
  requirements: [
    {
      number: '10.1.1',
      level: 2,
      summary: 'Tokens go only to those who need them',
      tests: [
        {
          file: 'test/api/taxauth/save-token.test.ts',
          name: 'tries the company, keeps the value encrypted and never shows it, and connects the company by it',
        },
      ],
    },
    {
      number: '10.1.2',
      level: 2,
      summary: 'Answers of a provider belong to a flow that the same browser began',
      gap: 'The state of a consent is random, single use and bound to its maker, not to the browser; there is no PKCE. Links for the holder of the certificate are opened elsewhere by contract.',
    },
    {
      number: '10.2.1',
      level: 2,
      summary: 'The code flow has protection against forged requests',
      tests: [
        { file: 'test/api/taxauth/connect.test.ts', name: 'redirects there, and the callback saves the token once' },
        { file: 'test/api/taxauth/connect-callback.test.ts', name: 'tells a denial, and an unknown state, without saving' },
      ],
    },
    {
      number: '10.2.2',
      level: 2,
      summary: 'Authorization servers are not mixed up',
      notApplicable: 'There is one authorization server.',
    },
    {
      number: '10.3.1',
      level: 2,
      summary: 'Access tokens are for this service',
      tests: [
        {
          file: 'test/api/auth/token-forgeries.test.ts',
          name: 'at least 60 forged access tokens: each is refused, and no answer says what is wrong with it',
        },
      ],
    },
    {
      number: '10.3.2',
      level: 2,
      summary: 'Decisions follow what the token delegates',
      tests: [
        {
          file: 'test/infra/permissions.test.ts',
          name: 'role × scope × endpoint: a login gets in by its role, a key only where its scope is asked for and its role holds it',
        },
      ],
    },
    {
      number: '10.3.3',
      level: 2,
      summary: 'Users are known by claims that are never reassigned',
      tests: [
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: 'an account that was deleted is not found by its link: a new one is made',
        },
        {
          file: 'test/api/auth/access-tokens.test.ts',
          name: 'are ES256 JWTs that the published keys verify, with the claims of decisions.md',
        },
      ],
    },
    {
      number: '10.3.4',
      level: 2,
      summary: 'Required strength of a login is verified',
      tests: [
        {
          file: 'test/api/me/fresh-proof.test.ts',
          name: '403 from then on, also after a refresh; the password is a proof, a wrong one is 422',
        },
        {
          file: 'test/api/me/fresh-proof.long.test.ts',
          name: 'a new login is a proof, also by passkey; who has no password is asked for one',
        },
      ],
    },
    {
      number: '10.4.1',
      level: 1,
      summary: 'Redirect addresses are registered',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.2',
      level: 1,
      summary: 'Codes are used once',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.3',
      level: 1,
      summary: 'Codes live shortly',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.4',
      level: 1,
      summary: 'Only needed grants',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.5',
      level: 1,
      summary: 'Replayed refresh tokens end their login',
      tests: [
        {
          file: 'test/api/auth/lifetimes.test.ts',
          name: 'a replay after 10 seconds: 401, and the whole login is over, its access tokens too',
        },
        {
          file: 'test/api/auth/refresh.long.test.ts',
          name: 'a replay of a token older than the predecessor ends the login at once',
        },
      ],
    },
    {
      number: '10.4.6',
      level: 2,
      summary: 'PKCE is demanded',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.7',
      level: 2,
      summary: 'Dynamic registration of clients',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.8',
      level: 2,
      summary: 'Refresh tokens expire for good',
      tests: [
        {
          file: 'test/api/me/sessions.long.test.ts',
          name: 'A login ends for good after 90 days > however often it is refreshed, with its access tokens',
        },
      ],
    },
    {
      number: '10.4.9',
      level: 2,
      summary: 'Users can revoke refresh tokens',
      tests: [
        { file: 'test/api/me/sessions.test.ts', name: 'ends one: 204, then 404; another person cannot' },
        { file: 'test/api/me/sessions.test.ts', name: 'also by a refresh token that was used before' },
      ],
    },
    {
      number: '10.4.10',
      level: 2,
      summary: 'Confidential clients authenticate',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.4.11',
      level: 2,
      summary: 'Clients get needed scopes only',
      notApplicable: 'The service is no authorization server for others.',
    },
    {
      number: '10.5.1',
      level: 2,
      summary: 'ID tokens are not taken twice',
      tests: [
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: 'a token signs in once, also of 6 at once; 401 from then on until it expires',
        },
        { file: 'test/api/auth/idp.test.ts', name: 'a nonce in the request must be the one in the token' },
      ],
    },
    {
      number: '10.5.2',
      level: 2,
      summary: 'Users are known by the subject of the ID token',
      tests: [
        {
          file: 'test/api/auth/idp.test.ts',
          name: '200 again: the same account, found by issuer and subject also under another email',
        },
      ],
    },
    {
      number: '10.5.3',
      level: 2,
      summary: 'Metadata of another issuer is refused',
      notApplicable: 'The issuer and the address of its keys are settings; no metadata is read.',
    },
    {
      number: '10.5.4',
      level: 2,
      summary: 'The audience of ID tokens is verified',
      tests: [
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: '401 for a token whose signature, audience, issuer, time or kind is wrong',
        },
      ],
    },
    { number: '10.5.5', level: 2, summary: 'Back-channel logout', notApplicable: 'There is no back-channel logout.' },
    { number: '10.6.1', level: 2, summary: 'Response modes of a provider', notApplicable: 'The service is no OpenID provider.' },
    { number: '10.6.2', level: 2, summary: 'Forced logout at a provider', notApplicable: 'The service is no OpenID provider.' },
    {
      number: '10.7.1',
      level: 2,
      summary: 'Consent to each authorization',
      notApplicable: 'The service asks for no consent: it is no authorization server for others.',
    },
    {
      number: '10.7.2',
      level: 2,
      summary: 'Consent is informed',
      notApplicable: 'The service asks for no consent: it is no authorization server for others.',
    },
    {
      number: '10.7.3',
      level: 2,
      summary: 'Consents can be reviewed',
      notApplicable: 'The service asks for no consent: it is no authorization server for others.',
    },
  ],
};
