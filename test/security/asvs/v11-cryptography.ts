import type { Chapter } from './model.ts';

export const V11: Chapter = {
  number: 11,
  title: 'Cryptography',
  counts: { 1: 3, 2: 11 },
  requirements: [
    {
      number: '11.1.1',
      level: 2,
      summary: 'Management of keys is documented',
      tests: [{ file: 'test/security/policy.test.ts', name: 'V11.1 lists every key of the stacks' }],
    },
    {
      number: '11.1.2',
      level: 2,
      summary: 'An inventory of keys and algorithms is kept',
      tests: [
        { file: 'test/security/policy.test.ts', name: 'V11.1 lists every key of the stacks' },
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.2.1',
      level: 2,
      summary: 'Validated implementations are used',
      tests: [
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.2.2',
      level: 2,
      summary: 'Algorithms and keys can be replaced',
      tests: [
        { file: 'test/unit/identity/passwords.mocks.test.ts', name: 'a hash made with other parameters verifies with its own' },
        { file: 'test/unit/identity/rotate-token-keys.test.ts', name: 'rotation of the token keys: what is due > %s' },
      ],
    },
    {
      number: '11.2.3',
      level: 2,
      summary: 'All primitives have 128 bits of security',
      tests: [
        {
          file: 'test/api/auth/access-tokens.test.ts',
          name: 'are ES256 JWTs that the published keys verify, with the claims of decisions.md',
        },
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.3.1',
      level: 1,
      summary: 'No insecure block modes or padding',
      tests: [
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.3.2',
      level: 1,
      summary: 'Only approved ciphers and modes',
      tests: [
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.3.3',
      level: 2,
      summary: 'Encrypted data is authenticated',
      tests: [
        { file: 'test/unit/kernel/seal.test.ts', name: 'another secret, another purpose or one changed byte opens nothing' },
      ],
    },
    {
      number: '11.4.1',
      level: 1,
      summary: 'Only approved hash functions',
      tests: [
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256',
        },
      ],
    },
    {
      number: '11.4.2',
      level: 2,
      summary: 'Passwords are kept under a slow key derivation',
      tests: [
        {
          file: 'test/unit/identity/passwords.mocks.test.ts',
          name: 'a password is kept as argon2id (19 MiB, 2 passes, 1 lane) in PHC form, and verifies',
        },
      ],
    },
    {
      number: '11.4.3',
      level: 2,
      summary: 'Hashes of signatures resist collisions',
      tests: [
        { file: 'test/unit/einvoice/signature-cases.test.ts', name: 'the known holes of XML signature libraries' },
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.4.3 only the verification of signatures of others takes a hash by its name, and none signs with SHA-1 or MD5',
        },
      ],
    },
    {
      number: '11.4.4',
      level: 2,
      summary: 'Keys from passwords are stretched',
      notApplicable: 'No key is derived from a password.',
    },
    {
      number: '11.5.1',
      level: 2,
      summary: 'Secrets have 128 bits from a secure generator',
      tests: [
        {
          file: 'test/unit/access/credentials.test.ts',
          name: 'a key is af_ and 64 hex digits, names its user, and is known by its SHA-256',
        },
        {
          file: 'test/security/v11-source.test.ts',
          name: 'V11.5.1, V6.5.3 nothing random comes from elsewhere than the secure generator',
        },
      ],
    },
    {
      number: '11.6.1',
      level: 2,
      summary: 'Keys and signatures use approved algorithms',
      tests: [
        {
          file: 'test/infra/stacks.test.ts',
          name: 'tokens are signed by an asymmetric key, the others turn over every year; each named key has its alias',
        },
      ],
    },
  ],
};
