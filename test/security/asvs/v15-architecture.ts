import type { Chapter } from './model.ts';

export const V15: Chapter = {
  number: 15,
  title: 'Secure coding and architecture',
  counts: { 1: 3, 2: 10 },
  requirements: [
    {
      number: '15.1.1',
      level: 1,
      summary: 'Times for updating components are documented',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V15.1.1 says within what time packages with vulnerabilities are replaced',
        },
      ],
    },
    {
      number: '15.1.2',
      level: 2,
      summary: 'An inventory of components is kept',
      tests: [{ file: 'test/infra/packages.test.ts', name: 'lists every package of the lock file, the same bytes each time' }],
    },
    {
      number: '15.1.3',
      level: 2,
      summary: 'Costly functions are documented',
      tests: [
        {
          file: 'test/security/policy.test.ts',
          name: 'V15.1.3 docs/operations.md says how often what costs much may be asked for',
        },
        {
          file: 'test/api/all-endpoints/company-limits.test.ts',
          name: 'of many at once those pass for whom there is a token; the others are told when to come again',
        },
      ],
    },
    {
      number: '15.2.1',
      level: 1,
      summary: 'Components are within their times',
      tests: [
        { file: 'test/infra/packages.test.ts', name: 'ends with 1 for a vulnerability of high severity in what is deployed' },
      ],
    },
    {
      number: '15.2.2',
      level: 2,
      summary: 'Costly functions do not take the service down',
      tests: [
        {
          file: 'test/api/all-endpoints/company-limits.test.ts',
          name: 'of many at once those pass for whom there is a token; the others are told when to come again',
        },
        { file: 'test/infra/regular-expressions.test.ts', name: 'take linear time' },
        {
          file: 'test/faults/mail-throttling.long.test.ts',
          name: 'delays no password reset: that has a queue of its own and finds room beside them',
        },
      ],
    },
    {
      number: '15.2.3',
      level: 2,
      summary: 'Only what production needs is deployed',
      tests: [
        {
          file: 'test/infra/import-rules.test.ts',
          name: 'what-is-deployed-is-a-dependency: a package of devDependencies is not there on AWS; its types may be used',
        },
      ],
    },
    {
      number: '15.3.1',
      level: 1,
      summary: 'Answers hold the fields that they must',
      tests: [
        {
          file: 'test/unit/local/runtime-requests.test.ts',
          name: 'an answer that is not as declared becomes a 500 that names the place, and is recorded',
        },
        {
          file: 'test/api/api-tokens/list.test.ts',
          name: '200: own keys of the organization, newest first, revoked included, neither key nor hash among the fields',
        },
      ],
    },
    {
      number: '15.3.2',
      level: 2,
      summary: 'Redirects of outside addresses are not followed',
      tests: [{ file: 'test/unit/webhooks/post-guard.test.ts', name: 'a redirect to %s is its status, and nothing more' }],
    },
    {
      number: '15.3.3',
      level: 2,
      summary: 'Fields that are not meant to be set cannot be',
      tests: [{ file: 'test/security/v15-requests.test.ts', name: 'V15.3.3, V8.2.3 fields that no caller sets are left alone' }],
    },
    {
      number: '15.3.4',
      level: 2,
      summary: 'The address of a caller cannot be forged',
      tests: [
        {
          file: 'test/unit/lambda/edge.test.ts',
          name: 'the client is who the gateway says, whatever a header says',
        },
        {
          file: 'test/api/system/edge.test.ts',
          name: 'what goes around it is refused without any call, whatever address it claims',
        },
      ],
    },
    {
      number: '15.3.5',
      level: 2,
      summary: 'Types are checked strictly',
      tests: [
        {
          file: 'test/unit/lambda/field-messages.test.ts',
          name: 'of an invoice: every field that is missing, and of the wrong type',
        },
      ],
    },
    {
      number: '15.3.6',
      level: 2,
      summary: 'Prototypes cannot be polluted',
      tests: [
        { file: 'test/unit/kernel/texts.test.ts', name: 'keys that could change a prototype are dropped, at any depth' },
        { file: 'test/api/all-endpoints/texts.test.ts', name: 'keys __proto__, constructor and prototype are dropped' },
      ],
    },
    {
      number: '15.3.7',
      level: 2,
      summary: 'Repeated parameters are unambiguous',
      tests: [
        {
          file: 'test/security/v15-requests.test.ts',
          name: 'V15.3.7 a parameter of the query stands for itself: one in the body or a header is another',
        },
      ],
    },
  ],
};
