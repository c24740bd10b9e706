import { PARAMETERS } from '#shared/accounts/identity/passwords/argon2id.ts';

// Loaded by the test runner: most tests of passwords do not test how slow their hash is, which was a fifth of all their
// time. The bench, and the tests of the hash itself, have the real parameters.
Object.assign(PARAMETERS, { memory: 64, passes: 1 });
