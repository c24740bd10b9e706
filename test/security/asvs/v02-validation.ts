import type { Chapter } from './model.ts';

export const V2: Chapter = {
  number: 2,
  title: 'Validation and business logic',
  counts: { 1: 4, 2: 7 },
  requirements: [
    {
      number: '2.1.1',
      level: 1,
      summary: 'Rules for valid input are documented',
      tests: [
        {
          file: 'test/api/all-endpoints/definitions.test.ts',
          name: '$title has a summary, a success with its schema, and errors of the contract',
        },
      ],
    },
    {
      number: '2.1.2',
      level: 2,
      summary: 'Rules for combinations of fields are documented',
      tests: [{ file: 'test/infra/generated-docs.test.ts', name: '%s is as the code says: otherwise run `npm run docs`' }],
    },
    {
      number: '2.1.3',
      level: 2,
      summary: 'Limits of business logic are documented',
      tests: [
        { file: 'test/unit/lambda/bucket-level.test.ts', name: 'the buckets and windows are those of interface.md §Limits' },
        { file: 'test/infra/generated-docs.test.ts', name: '%s is as the code says: otherwise run `npm run docs`' },
      ],
    },
    {
      number: '2.2.1',
      level: 1,
      summary: 'Input is validated against an expected structure',
      tests: [
        { file: 'test/api/all-endpoints/bodies.test.ts', name: '$title' },
        { file: 'test/api/all-endpoints/hostile-values.test.ts', name: 'texts in bodies of public endpoints > $title' },
      ],
    },
    {
      number: '2.2.2',
      level: 1,
      summary: 'Validation is done by the service, not by its clients',
      tests: [
        {
          file: 'test/api/all-endpoints/texts.test.ts',
          name: 'half a character in any text of any body: 422 with the field > $title',
        },
      ],
    },
    {
      number: '2.2.3',
      level: 2,
      summary: 'Combinations of fields are checked',
      tests: [
        {
          file: 'test/unit/lambda/field-messages.test.ts',
          name: 'of an invoice: every field that is missing, and of the wrong type',
        },
      ],
    },
    {
      number: '2.3.1',
      level: 1,
      summary: 'Steps of a flow happen in order, and none is skipped',
      tests: [
        {
          file: 'test/faults/life.long.test.ts',
          name: 'every act answers and leaves what the table of states says; numbers, ledgers and timelines complete',
        },
        {
          file: 'test/faults/convertible-life.long.test.ts',
          name: 'every act answers and leaves what the tables of states say; numbers, lists, counters and timelines agree',
        },
      ],
    },
    {
      number: '2.3.2',
      level: 2,
      summary: 'Documented limits of business logic hold',
      tests: [
        {
          file: 'test/api/invitations/create.test.ts',
          name: '402: active members and pending invitations together; exact for simultaneous ones',
        },
        {
          file: 'test/api/attachments/create.test.ts',
          name: '422: more attachments than the plan allows, also when they are sent at once; deleting one makes room',
        },
        {
          file: 'test/api/invoices/monthly-limit.long.test.ts',
          name: '201 for as many as the plan allows, then 402; exact for simultaneous ones',
        },
      ],
    },
    {
      number: '2.3.3',
      level: 2,
      summary: 'A use case is done wholly or not at all',
      tests: [
        {
          file: 'test/faults/life.long.test.ts',
          name: 'every act answers and leaves what the table of states says; numbers, ledgers and timelines complete',
        },
        {
          file: 'test/unit/lambda/idempotency.mocks.test.ts',
          name: 'the answer is true as soon as the work is: they are one transaction',
        },
      ],
    },
    {
      number: '2.3.4',
      level: 2,
      summary: 'Scarce things are not given twice by simultaneous requests',
      tests: [
        {
          file: 'test/api/attachments/create.test.ts',
          name: '422: more attachments than the plan allows, also when they are sent at once; deleting one makes room',
        },
        {
          file: 'test/api/companies/set-active.long.test.ts',
          name: 'never makes more writable than the plan allows, whoever asks at the same time',
        },
      ],
    },
    {
      number: '2.4.1',
      level: 2,
      summary: 'Excessive calls are held back',
      tests: [
        {
          file: 'test/api/all-endpoints/rate-limits.test.ts',
          name: 'every endpoint that has one by the contract has one, and no other',
        },
        {
          file: 'test/api/all-endpoints/rate-limits.test.ts',
          name: 'holds for a whole network of IPv6 addresses, however they are spelled, and for an IPv4 address within IPv6',
        },
        {
          file: 'test/api/all-endpoints/rate-limits.test.ts',
          name: '%s: of 40 at once exactly those pass for whom there is a token; each refill lets exactly its number pass',
        },
      ],
    },
  ],
};
