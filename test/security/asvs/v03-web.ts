import type { Chapter } from './model.ts';

export const V3: Chapter = {
  number: 3,
  title: 'Web front end',
  counts: { 1: 8, 2: 11 },
  requirements: [
    {
      number: '3.2.1',
      level: 1,
      summary: 'Browsers render no answer outside of its purpose',
      tests: [
        {
          file: 'test/api/attachments/download.test.ts',
          name: 'is the file with its type, its name, its length and when it was uploaded',
        },
      ],
    },
    {
      number: '3.2.2',
      level: 1,
      summary: 'Text is shown as text, not as HTML',
      tests: [
        { file: 'test/unit/pages/page.test.ts', name: 'all texts are escaped' },
        { file: 'test/unit/pages/page.test.ts', name: 'the script of %s is valid, and writes text only' },
      ],
    },
    {
      number: '3.3.1',
      level: 1,
      summary: 'Cookies are Secure, with a prefix',
      notApplicable: 'No cookie is set: V3.3 in test/security/v03-browsers.test.ts.',
    },
    { number: '3.3.2', level: 2, summary: 'Cookies have SameSite', notApplicable: 'No cookie is set.' },
    { number: '3.3.3', level: 2, summary: 'Cookies have the prefix __Host-', notApplicable: 'No cookie is set.' },
    { number: '3.3.4', level: 2, summary: 'Cookies of sessions are HttpOnly', notApplicable: 'No cookie is set.' },
    {
      number: '3.4.1',
      level: 1,
      summary: 'HSTS on all answers, for a year and subdomains',
      gap: "All answers have it for a year (test/unit/lambda/answer.test.ts), without subdomains: the domain of a stage is its operator's.",
    },
    {
      number: '3.4.2',
      level: 1,
      summary: 'CORS allows fixed or listed origins only',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.2 no answer allows an origin that nobody listed, nor does one to a preflight',
        },
      ],
    },
    {
      number: '3.4.3',
      level: 2,
      summary: 'A Content-Security-Policy on what browsers load',
      tests: [
        {
          file: 'test/api/attachments/download.test.ts',
          name: 'is the file with its type, its name, its length and when it was uploaded',
        },
        {
          file: 'test/api/pdf-template-config/preview.test.ts',
          name: 'is a page of a sample invoice that runs no script and fetches nothing; nothing is stored',
        },
        {
          file: 'test/api/system/docs-site.test.ts',
          name: 'allows scripts of this service only, and none in pages made from Markdown',
        },
      ],
    },
    {
      number: '3.4.4',
      level: 2,
      summary: 'nosniff on all answers',
      tests: [
        { file: 'test/unit/lambda/answer.test.ts', name: 'JSON, not to be kept by caches, nor guessed at or framed by browsers' },
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.4, V3.4.5, V3.4.6, V14.3.2 every answer is nosniff and no-store, names no referrer, and is framed only in a sandbox',
        },
      ],
    },
    {
      number: '3.4.5',
      level: 2,
      summary: 'A referrer policy keeps addresses from others',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.4, V3.4.5, V3.4.6, V14.3.2 every answer is nosniff and no-store, names no referrer, and is framed only in a sandbox',
        },
      ],
    },
    {
      number: '3.4.6',
      level: 2,
      summary: 'No answer can be framed unless meant to be',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.4.4, V3.4.5, V3.4.6, V14.3.2 every answer is nosniff and no-store, names no referrer, and is framed only in a sandbox',
        },
      ],
    },
    {
      number: '3.5.1',
      level: 1,
      summary: 'Cross-origin requests to sensitive functions are refused',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.3, V3.5.1 no answer sets a cookie, and a credential in a cookie is none',
        },
      ],
    },
    {
      number: '3.5.2',
      level: 1,
      summary: 'Requests that need no preflight reach nothing sensitive',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V3.3, V3.5.1 no answer sets a cookie, and a credential in a cookie is none',
        },
        { file: 'test/unit/lambda/credential.test.ts', name: 'no other place is looked at' },
      ],
    },
    {
      number: '3.5.3',
      level: 1,
      summary: 'Safe methods change nothing',
      tests: [
        {
          file: 'test/infra/functions.test.ts',
          name: 'an endpoint that declares no writes writes rate limits, the use of API keys and idempotency records only',
        },
        {
          file: 'test/infra/functions.test.ts',
          name: 'a GET writes only what its answer is about: views, states of a consent, defaults',
        },
      ],
    },
    {
      number: '3.5.4',
      level: 2,
      summary: 'Separate applications have separate host names',
      notApplicable: 'The service is one application: an API of its own host name.',
    },
    {
      number: '3.5.5',
      level: 2,
      summary: 'Messages between windows are checked',
      notApplicable: 'There is no script that takes messages.',
    },
    { number: '3.7.1', level: 2, summary: 'No outdated client-side technology', notApplicable: 'There is no client-side code.' },
    {
      number: '3.7.2',
      level: 2,
      summary: 'Redirects to other hosts lead only to known ones',
      tests: [
        {
          file: 'test/security/v03-redirects.test.ts',
          name: 'V3.7.2 a link of a mail leads elsewhere only over https to a named host, and ends with the mail > no other target is signed, and a signature for one opens nothing',
        },
        {
          file: 'test/security/v03-redirects.test.ts',
          name: 'V3.7.2 a link of a mail leads elsewhere only over https to a named host, and ends with the mail > when the company or the account is gone: 404',
        },
        {
          file: 'test/security/v03-redirects.test.ts',
          name: 'V3.7.2 a link of a mail leads elsewhere only over https to a named host, and ends with the mail > 90 days after the mail: 404; own pages stay reachable',
        },
        {
          file: 'test/api/mail-tracking/click.test.ts',
          name: 'lead nowhere else: 404 for a target, a signature or a mail that is another',
        },
        {
          file: 'test/unit/taxauth/simulator.test.ts',
          name: 'an unknown client or a bad redirect address is never redirected to',
        },
      ],
    },
  ],
};
