import type { Chapter } from './model.ts';

export const V6: Chapter = {
  number: 6,
  title: 'Authentication',
  counts: { 1: 13, 2: 22 },
  requirements: [
    {
      number: '6.1.1',
      level: 1,
      summary: 'Defences against guessing are documented, without lockout by strangers',
      tests: [
        { file: 'test/security/policy.test.ts', name: 'V6.1.1 says how guessing is held back' },
        {
          file: 'test/api/auth/known-addresses.long.test.ts',
          name: 'is open to who comes from where they logged in before, as often as they like, and shut to everybody else',
        },
      ],
    },
    {
      number: '6.1.2',
      level: 2,
      summary: 'Words that passwords may not hold are documented',
      gap: 'There is no list of context-specific words.',
    },
    {
      number: '6.1.3',
      level: 2,
      summary: 'All ways of signing in are documented with their strength',
      tests: [{ file: 'test/security/policy.test.ts', name: 'V6.1.3, V6.3.4 names every way of signing in' }],
    },
    {
      number: '6.2.1',
      level: 1,
      summary: 'Passwords have at least 8 characters',
      tests: [{ file: 'test/security/v06-passwords.test.ts', name: 'V6.2.1 shorter than 8 characters is refused' }],
    },
    {
      number: '6.2.2',
      level: 1,
      summary: 'Passwords can be changed',
      tests: [
        {
          file: 'test/api/me/update-password.test.ts',
          name: '%s: every earlier access and refresh token is void, the new password logs in',
        },
      ],
    },
    {
      number: '6.2.3',
      level: 1,
      summary: 'A change asks for the current password',
      tests: [{ file: 'test/api/me/update-password.test.ts', name: '403 for %o, and nothing changes' }],
    },
    {
      number: '6.2.4',
      level: 1,
      summary: 'The 3,000 commonest passwords are refused',
      tests: [
        {
          file: 'test/unit/identity/passwords.mocks.test.ts',
          name: 'the 3,000 most used ones that are long enough are refused, and some of this country; all lower-case',
        },
      ],
    },
    {
      number: '6.2.5',
      level: 1,
      summary: 'Any composition of characters is allowed',
      tests: [
        {
          file: 'test/security/v06-passwords.test.ts',
          name: 'V6.2.5, V6.2.9 any composition is taken, and 64 characters and more',
        },
      ],
    },
    { number: '6.2.6', level: 1, summary: 'Password fields are masked', notApplicable: 'There is no user interface.' },
    {
      number: '6.2.7',
      level: 1,
      summary: 'Pasting and password managers are allowed',
      notApplicable: 'There is no user interface.',
    },
    {
      number: '6.2.8',
      level: 1,
      summary: 'Passwords are verified as they were typed',
      tests: [
        {
          file: 'test/security/v06-passwords.test.ts',
          name: 'V6.2.8 another case, a blank more and a shorter one are other passwords',
        },
      ],
    },
    {
      number: '6.2.9',
      level: 2,
      summary: 'Passwords of 64 characters are allowed',
      tests: [
        {
          file: 'test/security/v06-passwords.test.ts',
          name: 'V6.2.5, V6.2.9 any composition is taken, and 64 characters and more',
        },
      ],
    },
    {
      number: '6.2.10',
      level: 2,
      summary: 'Passwords do not expire',
      tests: [{ file: 'test/security/v06-passwords.test.ts', name: 'V6.2.10 a password is good two years later' }],
    },
    {
      number: '6.2.11',
      level: 2,
      summary: 'Context-specific words are refused in passwords',
      gap: 'There is no list of context-specific words.',
    },
    {
      number: '6.2.12',
      level: 2,
      summary: 'Breached passwords are refused',
      gap: 'The 3,000 most used passwords are refused (6.2.4); no larger set of breached ones is asked.',
    },
    {
      number: '6.3.1',
      level: 1,
      summary: 'Guessing and credential stuffing are held back',
      tests: [
        {
          file: 'test/api/auth/limits.test.ts',
          name: 'POST /api/auth: 5 a minute per address, whatever the credentials; then 429 with Retry-After',
        },
        {
          file: 'test/api/auth/account-limits.test.ts',
          name: '50 an hour without success are looked at, and then not the right one either; an email that nobody has is limited alike',
        },
      ],
    },
    {
      number: '6.3.2',
      level: 1,
      summary: 'There are no default accounts',
      tests: [
        { file: 'test/security/v06-passwords.test.ts', name: 'V6.3.2 a new system knows no account, and no usual name gets in' },
      ],
    },
    {
      number: '6.3.3',
      level: 2,
      summary: 'Access needs a second factor',
      gap: 'A second factor is offered (TOTP, passkeys), and not demanded: the contract leaves it to each person.',
    },
    {
      number: '6.3.4',
      level: 2,
      summary: 'All ways of signing in are equally strong',
      tests: [
        { file: 'test/security/policy.test.ts', name: 'V6.1.3, V6.3.4 names every way of signing in' },
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: '200 with the challenge where there is a second factor, also at the login that links',
        },
        {
          file: 'test/api/auth/login-second-factor.test.ts',
          name: '200 with the challenge in place of tokens; the login is not noted',
        },
      ],
    },
    {
      number: '6.4.1',
      level: 1,
      summary: 'Activation codes are random, short-lived and used once',
      tests: [
        { file: 'test/api/auth/confirm-email.test.ts', name: '401 for a used token' },
        { file: 'test/api/auth/lifetimes.test.ts', name: '401 for a token of more than 24 hours; before that it is good' },
        { file: 'test/unit/access/credentials.test.ts', name: 'a token names its user and session, and carries 384 random bits' },
      ],
    },
    {
      number: '6.4.2',
      level: 1,
      summary: 'No hints and no secret questions',
      tests: [
        {
          file: 'test/security/v06-passwords.test.ts',
          name: 'V6.4.2 no request takes a hint or the answer to a secret question',
        },
      ],
    },
    {
      number: '6.4.3',
      level: 2,
      summary: 'A reset does not go around the second factor',
      tests: [
        {
          file: 'test/api/auth/takeover.long.test.ts',
          name: 'a reset of a confirmed account leaves API keys, passkeys, second factor, members and companies',
        },
        {
          file: 'test/api/auth/lifetimes.test.ts',
          name: '401 for an unknown, a changed, a used, a replaced and an expired token, and once the account is inactive',
        },
      ],
    },
    {
      number: '6.4.4',
      level: 2,
      summary: 'A lost factor is replaced after proof as strong as at enrolment',
      tests: [
        {
          file: 'test/api/auth/mfa-verify.test.ts',
          name: '200 for a backup code as backup and as backup_code, once, in any case and without its dash',
        },
        { file: 'test/api/me/totp-disable.test.ts', name: '422 for a missing or wrong password' },
      ],
    },
    {
      number: '6.5.1',
      level: 2,
      summary: 'Codes are good once',
      tests: [
        {
          file: 'test/api/auth/mfa-verify.test.ts',
          name: 'an accepted step is not accepted again: neither the code that enabled the factor nor one that signed in',
        },
        {
          file: 'test/api/auth/mfa-verify.test.ts',
          name: '200 for a backup code as backup and as backup_code, once, in any case and without its dash',
        },
      ],
    },
    {
      number: '6.5.2',
      level: 2,
      summary: 'Backup codes are stored under a slow salted hash',
      tests: [
        { file: 'test/api/me/mfa.test.ts', name: 'neither the secret nor a backup code can be read from the table' },
        { file: 'test/unit/identity/passwords.mocks.test.ts', name: 'every hash has a salt of its own' },
      ],
    },
    {
      number: '6.5.3',
      level: 2,
      summary: 'Codes and seeds come from a secure generator',
      tests: [
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.5.1, V6.5.3 nothing random comes from elsewhere than the secure generator',
        },
      ],
    },
    {
      number: '6.5.4',
      level: 2,
      summary: 'Codes have at least 20 bits',
      tests: [
        {
          file: 'test/api/me/totp-enable.test.ts',
          name: '200 with 10 backup codes of the form xxxx-xxxx; logins ask for a code from now on',
        },
      ],
    },
    {
      number: '6.5.5',
      level: 2,
      summary: 'Codes have a lifetime: 10 minutes, TOTP 30 seconds',
      tests: [
        { file: 'test/api/auth/mfa-verify.test.ts', name: '401 after 5 minutes' },
        { file: 'test/api/auth/mfa-verify.long.test.ts', name: 'a code is good one step either way, and no further' },
      ],
    },
    { number: '6.6.1', level: 2, summary: 'Codes by telephone', notApplicable: 'No code is sent by telephone or SMS.' },
    {
      number: '6.6.2',
      level: 2,
      summary: 'Codes out of band belong to their request',
      tests: [
        { file: 'test/api/auth/mfa-verify.test.ts', name: "401 for another person's code" },
        { file: 'test/api/auth/mfa-verify.test.ts', name: 'a challenge is single use' },
      ],
    },
    {
      number: '6.6.3',
      level: 2,
      summary: 'Guessing of codes is limited',
      tests: [
        {
          file: 'test/api/auth/mfa-verify.test.ts',
          name: '429 from the sixth code on after 5 wrong ones, also for the right code; 401 once its time ends',
        },
        {
          file: 'test/api/auth/account-limits.long.test.ts',
          name: '30 a day without success are looked at, and then not the right one either',
        },
      ],
    },
    {
      number: '6.8.1',
      level: 2,
      summary: 'Users of several identity providers are not mixed up',
      tests: [
        {
          file: 'test/api/auth/idp.test.ts',
          name: '200 again: the same account, found by issuer and subject also under another email',
        },
      ],
    },
    {
      number: '6.8.2',
      level: 2,
      summary: 'Signatures of assertions are always verified',
      tests: [
        {
          file: 'test/api/auth/idp.long.test.ts',
          name: '401 for a token whose signature, audience, issuer, time or kind is wrong',
        },
      ],
    },
    {
      number: '6.8.3',
      level: 2,
      summary: 'SAML assertions are taken once',
      notApplicable: 'There is no SAML; for ID tokens see 10.5.1.',
    },
    {
      number: '6.8.4',
      level: 2,
      summary: "Strength of the provider's login is verified",
      notApplicable: 'No strength is expected of a provider: an own second factor is asked for beside it (6.3.4).',
    },
  ],
};
