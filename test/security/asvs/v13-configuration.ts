import type { Chapter } from './model.ts';

export const V13: Chapter = {
  number: 13,
  title: 'Configuration',
  counts: { 1: 1, 2: 12 },
  requirements: [
    {
      number: '13.1.1',
      level: 2,
      summary: 'Outside services are documented',
      tests: [{ file: 'test/security/policy.test.ts', name: 'V13.1.1 lists every outside system that a stage may name' }],
    },
    {
      number: '13.2.1',
      level: 2,
      summary: 'Own components authenticate by short-lived credentials',
      tests: [{ file: 'test/infra/functions.test.ts', name: 'has a role of its own' }],
    },
    {
      number: '13.2.2',
      level: 2,
      summary: 'Own components have the least privileges',
      tests: [
        { file: 'test/infra/functions.test.ts', name: 'every call in reach of a function is allowed to it' },
        { file: 'test/infra/functions.test.ts', name: 'every word of `uses` is needed by a call in reach of the function' },
        { file: 'test/infra/stacks.test.ts', name: 'no action holds a `*`' },
      ],
    },
    {
      number: '13.2.3',
      level: 2,
      summary: 'No default credentials between services',
      tests: [
        { file: 'test/infra/stacks.test.ts', name: 'all roles and their policies are written here: none is managed by AWS' },
      ],
    },
    {
      number: '13.2.4',
      level: 2,
      summary: 'Outgoing connections are to listed systems',
      tests: [
        { file: 'test/infra/authority-calls.test.ts', name: 'nothing else reaches the network by itself' },
        { file: 'test/unit/webhooks/post-guard.test.ts', name: 'none of the spellings is connected to, over https or http' },
      ],
    },
    {
      number: '13.2.5',
      level: 2,
      summary: 'The server can send requests to listed systems only',
      gap: 'Functions are in no VPC; where they may connect is decided in code (13.2.4), not by the network.',
    },
    {
      number: '13.3.1',
      level: 2,
      summary: 'Secrets are in a vault, not in code or settings',
      tests: [
        { file: 'test/infra/stages.test.ts', name: '%o is refused with what to change' },
        {
          file: 'test/infra/functions.test.ts',
          name: 'only a function that declares it may read a secret, and no other parameter',
        },
      ],
    },
    {
      number: '13.3.2',
      level: 2,
      summary: 'Secrets are read by those who need them',
      tests: [
        { file: 'test/infra/functions.test.ts', name: 'its role allows the actions of its `uses` and of the chain around it' },
        {
          file: 'test/infra/functions.test.ts',
          name: 'only a function that declares it may read a secret, and no other parameter',
        },
      ],
    },
    {
      number: '13.4.1',
      level: 1,
      summary: 'No source control metadata is deployed',
      tests: [
        {
          file: 'test/infra/bundle.test.ts',
          name: 'hold every function, within the size that a cold start may take, with no package but those that cannot be bundled',
        },
        { file: 'test/security/v13-leaks.test.ts', name: 'V13.4.1, V13.4.3 %s is not there' },
      ],
    },
    {
      number: '13.4.2',
      level: 2,
      summary: 'Debug modes are off',
      tests: [
        { file: 'test/infra/bundle.test.ts', name: 'make no client of HTTP, no thread and no report that nothing asked for' },
        { file: 'test/unit/lambda/answer.test.ts', name: 'anything else (%s) is a 500 that tells nothing' },
      ],
    },
    {
      number: '13.4.3',
      level: 2,
      summary: 'No directory listings',
      tests: [{ file: 'test/security/v13-leaks.test.ts', name: 'V13.4.1, V13.4.3 %s is not there' }],
    },
    {
      number: '13.4.4',
      level: 2,
      summary: 'TRACE is not supported',
      tests: [{ file: 'test/security/v13-leaks.test.ts', name: 'V13.4.4 TRACE and methods that no endpoint has are refused' }],
    },
    {
      number: '13.4.5',
      level: 2,
      summary: 'Documentation and monitoring are public only where meant',
      tests: [
        {
          file: 'test/infra/functions.test.ts',
          name: 'every route leads to the function of its endpoint, and no other route is there',
        },
        {
          file: 'test/api/system/health.test.ts',
          name: '503 degraded within load balancers patience when the table answers "%s", and no word why',
        },
      ],
    },
  ],
};
