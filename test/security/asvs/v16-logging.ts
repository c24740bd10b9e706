import type { Chapter } from './model.ts';

export const V16: Chapter = {
  number: 16,
  title: 'Logging and error handling',
  counts: { 1: 0, 2: 16 },
  requirements: [
    {
      number: '16.1.1',
      level: 2,
      summary: 'An inventory of logs is documented',
      tests: [
        {
          file: 'test/unit/lambda/security-events.test.ts',
          name: 'docs/operations.md says of each event what it means, and of no other',
        },
        {
          file: 'test/infra/functions.test.ts',
          name: 'the functions of an area write to one log group with the retention of the stage',
        },
      ],
    },
    {
      number: '16.2.1',
      level: 2,
      summary: 'Log entries say when, where, who and what',
      tests: [
        {
          file: 'test/unit/lambda/log-fields.test.ts',
          name: 'carries the request id that the caller was given, the function, the route, the company, its organization and the user',
        },
        {
          file: 'test/security/v16-logs.test.ts',
          name: 'V16.2.1, V16.3.2 a refusal is in the log with its status, its function and its request',
        },
      ],
    },
    {
      number: '16.2.2',
      level: 2,
      summary: 'Times in logs are in UTC',
      notApplicable: 'The times of entries are those of CloudWatch, in UTC.',
    },
    {
      number: '16.2.3',
      level: 2,
      summary: 'Logs go only where it is documented',
      tests: [
        {
          file: 'test/infra/functions.test.ts',
          name: 'the functions of an area write to one log group with the retention of the stage',
        },
      ],
    },
    {
      number: '16.2.4',
      level: 2,
      summary: 'Logs are machine-readable',
      tests: [
        {
          file: 'test/security/v16-logs.test.ts',
          name: 'V16.2.4, V16.4.1 each entry is one line of JSON, whatever callers send',
        },
      ],
    },
    {
      number: '16.2.5',
      level: 2,
      summary: 'Secrets and personal numbers are not logged',
      tests: [
        {
          file: 'test/api/auth/secrets.long.test.ts',
          name: 'no password, token, key or hash of one is in any log line, and none of them is at rest, whatever fails',
        },
        { file: 'test/unit/kernel/log.test.ts', name: 'personal numbers are masked, other numbers and ids are not' },
      ],
    },
    {
      number: '16.3.1',
      level: 2,
      summary: 'Authentications are logged',
      tests: [
        { file: 'test/api/auth/security-log.test.ts', name: 'done: whose it was, and the session that began' },
        {
          file: 'test/api/auth/security-log.test.ts',
          name: 'a refused login: with the user id of the account, without one for an unknown email',
        },
        {
          file: 'test/api/auth/security-log.long.test.ts',
          name: 'a login with a second factor: the code is asked for, refused, then accepted',
        },
      ],
    },
    {
      number: '16.3.2',
      level: 2,
      summary: 'Refused authorizations are logged',
      tests: [
        {
          file: 'test/api/auth/security-log.test.ts',
          name: 'a credential that is none, a permission that is missing, a company of others',
        },
        {
          file: 'test/security/v16-logs.test.ts',
          name: 'V16.2.1, V16.3.2 a refusal is in the log with its status, its function and its request',
        },
      ],
    },
    {
      number: '16.3.3',
      level: 2,
      summary: 'Attempts to get around controls are logged',
      tests: [
        {
          file: 'test/api/auth/security-log.test.ts',
          name: 'a credential that is none, a permission that is missing, a company of others',
        },
        { file: 'test/unit/lambda/security-events.test.ts', name: 'every change of who may come in has its event > %s: %s' },
      ],
    },
    {
      number: '16.3.4',
      level: 2,
      summary: 'Unexpected errors are logged',
      tests: [{ file: 'test/infra/bundle.test.ts', name: 'log errors with stack traces that name the sources' }],
    },
    {
      number: '16.4.1',
      level: 2,
      summary: 'Input cannot forge log entries',
      tests: [
        {
          file: 'test/security/v16-logs.test.ts',
          name: 'V16.2.4, V16.4.1 each entry is one line of JSON, whatever callers send',
        },
      ],
    },
    {
      number: '16.4.2',
      level: 2,
      summary: 'Logs cannot be changed',
      tests: [
        { file: 'test/infra/functions.test.ts', name: 'its role allows the actions of its `uses` and of the chain around it' },
      ],
    },
    {
      number: '16.4.3',
      level: 2,
      summary: 'Logs are kept apart from the service',
      tests: [
        {
          file: 'test/infra/functions.test.ts',
          name: 'the functions of an area write to one log group with the retention of the stage',
        },
      ],
    },
    {
      number: '16.5.1',
      level: 2,
      summary: 'Errors tell nothing of the inside',
      tests: [
        { file: 'test/unit/lambda/answer.test.ts', name: 'anything else (%s) is a 500 that tells nothing' },
        {
          file: 'test/api/all-endpoints/unavailable.mocks.long.test.ts',
          name: 'every endpoint, with a table that fails every call',
        },
      ],
    },
    {
      number: '16.5.2',
      level: 2,
      summary: 'Failures of outside services are survived',
      tests: [
        {
          file: 'test/api/sync/answers.long.test.ts',
          name: 'wait until the authority is there again, and are sent once where an answer got lost',
        },
        {
          file: 'test/api/taxauth/save-token.test.ts',
          name: 'tells the limits of the authority (429 with retryAfter) and its outage (503), and saves nothing',
        },
      ],
    },
    {
      number: '16.5.3',
      level: 2,
      summary: 'Failures refuse, they let nobody in',
      tests: [
        {
          file: 'test/api/all-endpoints/unavailable.mocks.long.test.ts',
          name: 'every endpoint, with a table that fails every call',
        },
        { file: 'test/faults/authority-limits.test.ts', name: 'makes no call while the table does not answer' },
      ],
    },
  ],
};
