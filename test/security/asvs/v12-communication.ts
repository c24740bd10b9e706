import type { Chapter } from './model.ts';

export const V12: Chapter = {
  number: 12,
  title: 'Secure communication',
  counts: { 1: 3, 2: 6 },
  requirements: [
    {
      number: '12.1.1',
      level: 1,
      summary: 'Only TLS 1.2 and 1.3',
      tests: [
        { file: 'test/infra/stacks.test.ts', name: 'buckets and queues take TLS only' },
        { file: 'test/infra/stacks.test.ts', name: 'TLS below 1.2 is refused by the API and by the buckets of files' },
      ],
    },
    {
      number: '12.1.2',
      level: 2,
      summary: 'Only recommended cipher suites',
      notApplicable: "Cipher suites are those of AWS; Node's defaults for outgoing calls.",
    },
    {
      number: '12.1.3',
      level: 2,
      summary: 'Client certificates are verified',
      notApplicable: 'There are no client certificates.',
    },
    {
      number: '12.2.1',
      level: 1,
      summary: 'TLS for all that clients call, without fallback',
      tests: [
        { file: 'test/infra/stacks.test.ts', name: 'buckets and queues take TLS only' },
        { file: 'test/unit/webhooks/post-tls.test.ts', name: 'a receiver that speaks plain HTTP is none' },
      ],
    },
    {
      number: '12.2.2',
      level: 1,
      summary: 'Publicly trusted certificates',
      notApplicable: 'The certificate of the address is one of AWS.',
    },
    {
      number: '12.3.1',
      level: 2,
      summary: 'TLS for all connections in and out',
      tests: [
        { file: 'test/unit/webhooks/post-tls.test.ts', name: 'a receiver that speaks plain HTTP is none' },
        { file: 'test/infra/stacks.test.ts', name: 'buckets and queues take TLS only' },
      ],
    },
    {
      number: '12.3.2',
      level: 2,
      summary: 'Certificates of servers are verified',
      tests: [{ file: 'test/unit/webhooks/post-tls.test.ts', name: 'no variable switches the check off' }],
    },
    {
      number: '12.3.3',
      level: 2,
      summary: 'TLS between own services',
      tests: [{ file: 'test/infra/stacks.test.ts', name: 'buckets and queues take TLS only' }],
    },
    {
      number: '12.3.4',
      level: 2,
      summary: 'Trusted certificates between own services',
      notApplicable: 'Own services are those of AWS, under its certificates.',
    },
  ],
};
