import type { Chapter } from './model.ts';

export const V5: Chapter = {
  number: 5,
  title: 'File handling',
  counts: { 1: 4, 2: 5 },
  requirements: [
    {
      number: '5.1.1',
      level: 2,
      summary: 'Accepted types and sizes of uploads are documented',
      tests: [{ file: 'test/security/policy.test.ts', name: 'V5.1.1 lists every type of file that is accepted' }],
    },
    {
      number: '5.2.1',
      level: 1,
      summary: 'Files are accepted up to a size that can be processed',
      tests: [
        {
          file: 'test/api/attachments/create.long.test.ts',
          name: '413 when a file above the size of the plan is announced; one of exactly that size is accepted',
        },
        {
          file: 'test/api/attachments/start-upload.long.test.ts',
          name: 'the form takes no other key, no more bytes than announced, and nothing once it has expired',
        },
      ],
    },
    {
      number: '5.2.2',
      level: 1,
      summary: 'The content of a file is of the type that its name says',
      tests: [
        { file: 'test/api/attachments/create.test.ts', name: 'the type is what the content is, whatever name and form say' },
        { file: 'test/api/attachments/create.test.ts', name: '415: %s, under the name of a PDF' },
        {
          file: 'test/security/v05-files.test.ts',
          name: 'V5.2.2 an attachment has an extension of its content, whatever name it comes with > %s',
        },
        { file: 'test/api/sync/messages.long.test.ts', name: 'are attachments: by their content, with names that lead nowhere' },
      ],
    },
    {
      number: '5.2.3',
      level: 2,
      summary: 'Archives are measured before they are unpacked',
      tests: [
        { file: 'test/unit/taxauth/archive.test.ts', name: 'a bomb that declares a small size is never unpacked beyond it' },
      ],
    },
    {
      number: '5.3.1',
      level: 1,
      summary: 'Uploaded files are never run by the server',
      tests: [
        { file: 'test/infra/stacks.test.ts', name: 'documents are versioned, encrypted by a key of ours, and never public' },
        {
          file: 'test/unit/invoices/attachments/sniff.test.ts',
          name: 'whatever the bytes, the answer is an accepted type or none',
        },
      ],
    },
    {
      number: '5.3.2',
      level: 1,
      summary: 'Paths are made by the service, not from names of users',
      tests: [
        {
          file: 'test/unit/files/file-name.test.ts',
          name: 'of any name, what is left is short, printable and leads nowhere',
        },
        { file: 'test/api/sync/messages.long.test.ts', name: 'are attachments: by their content, with names that lead nowhere' },
      ],
    },
    {
      number: '5.4.1',
      level: 2,
      summary: 'Downloads have a name that the service gives',
      tests: [
        {
          file: 'test/security/v05-files.test.ts',
          name: 'V5.4.1 no number makes a path of the name of a download, or of a file in a mail',
        },
        {
          file: 'test/security/v05-files.test.ts',
          name: 'V5.4.1 no name of an upload makes a path, a second name or a header of its download: %j',
        },
        {
          file: 'test/security/v05-files.test.ts',
          name: 'V5.4.1 no number of a proforma makes a path of the name of its download',
        },
      ],
    },
    {
      number: '5.4.2',
      level: 2,
      summary: 'Names in headers and mails are encoded',
      tests: [
        {
          file: 'test/unit/files/file-name.test.ts',
          name: 'file names: path parts and control characters removed, at most 255 characters > %j → %j',
        },
        {
          file: 'test/api/attachments/download.test.ts',
          name: 'is the file with its type, its name, its length and when it was uploaded',
        },
      ],
    },
    {
      number: '5.4.3',
      level: 2,
      summary: 'Files of others are scanned for malware',
      gap: 'No scanner is connected. Types that run are refused and downloads are sandboxed attachments.',
    },
  ],
};
