import type { Chapter } from './model.ts';

export const V8: Chapter = {
  number: 8,
  title: 'Authorization',
  counts: { 1: 4, 2: 3 },
  requirements: [
    {
      number: '8.1.1',
      level: 1,
      summary: 'Who may do what is documented',
      tests: [
        {
          file: 'test/infra/permissions.test.ts',
          name: 'every endpoint that needs a credential names a permission, but for those about the caller alone',
        },
        { file: 'test/infra/generated-docs.test.ts', name: '%s is as the code says: otherwise run `npm run docs`' },
      ],
    },
    {
      number: '8.1.2',
      level: 2,
      summary: 'Access to single fields is documented',
      gap: 'OpenAPI shows the fields of each request; no page lists who may read or write which.',
    },
    {
      number: '8.2.1',
      level: 1,
      summary: 'Functions are for those with the permission',
      tests: [
        { file: 'test/api/all-endpoints/refused.test.ts', name: 'who is refused, exactly how, and without effect > $title' },
        { file: 'test/api/all-endpoints/granted.test.ts', name: 'who holds just what is needed is let in > $title' },
      ],
    },
    {
      number: '8.2.2',
      level: 1,
      summary: 'Data is for those who may see it',
      tests: [
        {
          file: 'test/api/all-endpoints/foreign-ids.test.ts',
          name: 'an id of somebody else is answered as one that nobody has > $title',
        },
        {
          file: 'test/api/all-endpoints/foreign-ids.test.ts',
          name: 'the same request with an own id is answered otherwise > $title',
        },
        {
          file: 'test/api/all-endpoints/foreign-references.test.ts',
          name: 'an id of somebody else in the body or the query is answered as one that nobody has > $title',
        },
        {
          file: 'test/api/all-endpoints/foreign-names.test.ts',
          name: 'a token that is known in parts > %s is answered as any other text',
        },
      ],
    },
    {
      number: '8.2.3',
      level: 2,
      summary: 'Fields are for those who may see or set them',
      tests: [
        { file: 'test/security/v15-requests.test.ts', name: 'V15.3.3, V8.2.3 fields that no caller sets are left alone' },
        {
          file: 'test/api/members/update.test.ts',
          name: '403: nobody grants what they do not hold: not by a permission, a role, an activation, nor to themselves',
        },
      ],
    },
    {
      number: '8.3.1',
      level: 1,
      summary: 'Rules are enforced by the service',
      tests: [
        { file: 'test/api/all-endpoints/refused.test.ts', name: 'who is refused, exactly how, and without effect > $title' },
      ],
    },
    {
      number: '8.4.1',
      level: 2,
      summary: 'No tenant affects another',
      tests: [
        {
          file: 'test/api/all-endpoints/foreign-ids.test.ts',
          name: 'an id of somebody else is answered as one that nobody has > $title',
        },
        { file: 'test/api/all-endpoints/foreign-ids.test.ts', name: 'none of these requests has changed the table' },
        {
          file: 'test/security/v08-matrix.test.ts',
          name: 'V8.4.1 the generated matrix holds every operation of the published description',
        },
      ],
    },
  ],
};
