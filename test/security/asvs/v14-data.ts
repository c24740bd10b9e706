import type { Chapter } from './model.ts';

export const V14: Chapter = {
  number: 14,
  title: 'Data protection',
  counts: { 1: 2, 2: 7 },
  requirements: [
    {
      number: '14.1.1',
      level: 2,
      summary: 'Sensitive data is classified',
      gap: 'docs/privacy.md says what is kept of a person; there are no protection levels.',
    },
    { number: '14.1.2', level: 2, summary: 'Levels have requirements', gap: 'There are no protection levels.' },
    {
      number: '14.2.1',
      level: 1,
      summary: 'No secrets in addresses',
      tests: [
        {
          file: 'test/security/v14-addresses.test.ts',
          name: 'V14.2.1 no query parameter carries a credential; tokens in paths are links that their holder was given',
        },
      ],
    },
    {
      number: '14.2.2',
      level: 2,
      summary: 'No sensitive data in caches of servers',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.4, V3.4.5, V3.4.6, V14.3.2 every answer is nosniff and no-store, names no referrer, and is framed only in a sandbox',
        },
      ],
    },
    {
      number: '14.2.3',
      level: 2,
      summary: 'No sensitive data to trackers',
      tests: [{ file: 'test/unit/mail/account-mails.test.ts', name: 'the HTML loads nothing from anywhere' }],
    },
    {
      number: '14.2.4',
      level: 2,
      summary: 'Documented controls of data are implemented',
      tests: [
        { file: 'test/faults/person.test.ts', name: 'exports everything that is held, without secrets' },
        {
          file: 'test/infra/stacks.test.ts',
          name: 'can be brought back to any second, cannot be removed, is encrypted by a key of ours, and lets items expire',
        },
      ],
    },
    {
      number: '14.3.1',
      level: 1,
      summary: 'Clients clear data when a session ends',
      notApplicable: 'There is no client-side storage.',
    },
    {
      number: '14.3.2',
      level: 2,
      summary: 'Answers are not cached by browsers',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.4, V3.4.5, V3.4.6, V14.3.2 every answer is nosniff and no-store, names no referrer, and is framed only in a sandbox',
        },
      ],
    },
    {
      number: '14.3.3',
      level: 2,
      summary: 'No sensitive data in browser storage',
      notApplicable: 'There is no client-side storage.',
    },
  ],
};
