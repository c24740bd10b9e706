import type { Chapter } from './model.ts';

export const V1: Chapter = {
  number: 1,
  title: 'Encoding and sanitization',
  counts: { 1: 8, 2: 19 },
  requirements: [
    {
      number: '1.1.1',
      level: 2,
      summary: 'Input is decoded once, before it is validated',
      tests: [
        {
          file: 'test/api/all-endpoints/texts.test.ts',
          name: 'bodies are UTF-8 > $title: other bytes 400, another charset 400, compressed 415',
        },
        {
          file: 'test/unit/kernel/texts.test.ts',
          name: 'any JSON value that is accepted is the same in normal form, and stays as it is the second time',
        },
      ],
    },
    {
      number: '1.1.2',
      level: 2,
      summary: 'Texts are escaped last, where they are written out',
      tests: [
        { file: 'test/unit/kernel/html.test.ts', name: 'escapes every value and passes only its own markup' },
        { file: 'test/unit/kernel/xml.test.ts', name: 'any text comes back as it was, but for what XML cannot carry' },
      ],
    },
    {
      number: '1.2.1',
      level: 1,
      summary: 'HTML, XML and headers get texts escaped for their place',
      tests: [
        { file: 'test/unit/pdf/template.test.ts', name: 'escapes hostile texts wherever they stand' },
        { file: 'test/unit/mail/account-mails.test.ts', name: 'a name is text in HTML, whatever it is' },
        { file: 'test/unit/kernel/xml.test.ts', name: 'any text comes back as it was, but for what XML cannot carry' },
      ],
    },
    {
      number: '1.2.2',
      level: 1,
      summary: 'URLs are built from encoded parts, of safe protocols only',
      tests: [
        {
          file: 'test/api/email-templates/preview.test.ts',
          name: 'no text makes a tag of its own, and links lead to the web or to mails',
        },
        { file: 'test/unit/webhooks/post-guard.test.ts', name: 'a redirect to %s is its status, and nothing more' },
      ],
    },
    {
      number: '1.2.3',
      level: 1,
      summary: 'JSON and scripts are written by an encoder',
      tests: [
        { file: 'test/unit/lambda/answer.test.ts', name: 'falsy JSON is a body' },
        {
          file: 'test/security/v01-injection.test.ts',
          name: 'V1.2.3 a text that looks like JSON comes back as the text that it was',
        },
      ],
    },
    {
      number: '1.2.4',
      level: 1,
      summary: 'No input becomes part of a database query',
      tests: [
        {
          file: 'test/security/v01-injection.test.ts',
          name: 'V1.2.4 expressions of the database in a search are looked for as text',
        },
      ],
    },
    {
      number: '1.2.5',
      level: 1,
      summary: 'No input reaches a command of the operating system',
      tests: [
        {
          file: 'test/security/v01-source.test.ts',
          name: 'V1.2.5 no deployed code starts a process or a machine of its own for code',
        },
      ],
    },
    { number: '1.2.6', level: 2, summary: 'LDAP injection', notApplicable: 'There is no directory service.' },
    {
      number: '1.2.7',
      level: 2,
      summary: 'XPath injection',
      notApplicable: 'No XPath is evaluated in deployed code: XML is read by a reader of our own, along fixed names.',
    },
    { number: '1.2.8', level: 2, summary: 'LaTeX injection', notApplicable: 'There is no LaTeX processor.' },
    {
      number: '1.2.9',
      level: 2,
      summary: 'Input in regular expressions is escaped',
      tests: [
        {
          file: 'test/infra/regular-expressions.test.ts',
          name: 'that are made from parts are listed in test/support/source/regular-expressions.ts, and take linear time',
        },
      ],
    },
    {
      number: '1.3.1',
      level: 1,
      summary: 'HTML from rich-text editors is sanitized by a library',
      notApplicable: 'No HTML is accepted: texts of mails are Markdown, which is escaped as it is rendered.',
    },
    {
      number: '1.3.2',
      level: 1,
      summary: 'No eval or other dynamic execution of code',
      tests: [{ file: 'test/security/v01-source.test.ts', name: 'V1.3.2 no deployed code evaluates text as code' }],
    },
    {
      number: '1.3.3',
      level: 2,
      summary: 'Data for dangerous contexts is restricted in characters and length',
      tests: [
        {
          file: 'test/unit/files/file-name.test.ts',
          name: 'of any name, what is left is short, printable and leads nowhere',
        },
        {
          file: 'test/unit/kernel/texts.test.ts',
          name: 'control characters in a password are its own business, and in a file name removed later; half characters are neither',
        },
      ],
    },
    {
      number: '1.3.4',
      level: 2,
      summary: 'User-supplied SVG holds nothing that runs',
      tests: [
        {
          file: 'test/unit/invoices/attachments/sniff.test.ts',
          name: 'markup that browsers run is refused, whatever stands before it > %s',
        },
      ],
    },
    {
      number: '1.3.5',
      level: 2,
      summary: 'Markdown and CSS of users are restricted',
      tests: [
        {
          file: 'test/unit/mail/texts.test.ts',
          name: 'no text of a user makes a tag of its own, and an escaped value is read as it was',
        },
        { file: 'test/unit/pdf/custom-css.test.ts', name: 'leaves nothing but plain rules: %s' },
      ],
    },
    {
      number: '1.3.6',
      level: 2,
      summary: 'Outgoing requests lead only where users may send them',
      tests: [
        { file: 'test/unit/webhooks/post-guard.test.ts', name: 'none of the spellings is connected to, over https or http' },
        {
          file: 'test/unit/webhooks/refused-endpoints.test.ts',
          name: 'every spelling of an address that is not public is refused',
        },
      ],
    },
    {
      number: '1.3.7',
      level: 2,
      summary: 'Templates are not built from input',
      tests: [
        {
          file: 'test/api/email-templates/preview.test.ts',
          name: 'no text makes a tag of its own, and links lead to the web or to mails',
        },
        {
          file: 'test/unit/invoices/emails/texts.test.ts',
          name: 'values are escaped for rendering, and not where the text is shown to be edited',
        },
      ],
    },
    { number: '1.3.8', level: 2, summary: 'JNDI injection', notApplicable: 'There is no Java.' },
    { number: '1.3.9', level: 2, summary: 'Injection into memcache', notApplicable: 'There is no memcache.' },
    {
      number: '1.3.10',
      level: 2,
      summary: 'Format strings',
      notApplicable: 'No function that takes a format string gets input.',
    },
    {
      number: '1.3.11',
      level: 2,
      summary: 'Input cannot add headers or recipients to mails',
      tests: [
        {
          file: 'test/security/v01-injection.test.ts',
          name: 'V1.3.11 line breaks in what a mail is made of are refused, or add neither a header nor a recipient',
        },
      ],
    },
    { number: '1.4.1', level: 2, summary: 'Memory-safe strings and copies', notApplicable: 'All own code is TypeScript.' },
    {
      number: '1.4.2',
      level: 2,
      summary: 'Numbers are checked so that none overflows',
      tests: [
        {
          file: 'test/api/all-endpoints/paging.test.ts',
          name: '$title: page and limit are whole numbers from 1; a larger limit is lowered',
        },
      ],
    },
    { number: '1.4.3', level: 2, summary: 'Memory is released', notApplicable: 'Memory is managed by the runtime.' },
    {
      number: '1.5.1',
      level: 1,
      summary: 'XML parsers resolve no external entities',
      tests: [
        { file: 'test/unit/einvoice/signature-cases.test.ts', name: 'the known holes of XML signature libraries' },
        { file: 'test/unit/einvoice/xml-hostile.test.ts', name: 'hostile XML is refused before it costs anything > %s' },
      ],
    },
    {
      number: '1.5.2',
      level: 2,
      summary: 'Deserialization makes plain data only',
      tests: [
        { file: 'test/unit/kernel/texts.test.ts', name: 'keys that could change a prototype are dropped, at any depth' },
        { file: 'test/unit/kernel/texts.test.ts', name: 'nesting is bounded' },
      ],
    },
  ],
};
