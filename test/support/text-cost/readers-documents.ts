import { attachment } from '#shared/output/files/disposition.ts';
import { givenFileName } from '#shared/output/files/file-name.ts';
import { readForm } from '#shared/documents/invoices/attachments/form.ts';
import { acceptedType } from '#shared/documents/invoices/attachments/sniff.ts';
import { bounceReason } from '#shared/output/mail/documents/signals.ts';
import { subjectOf } from '#shared/output/mail/documents/words.ts';
import { csvLines, safeCell } from '#shared/documents/invoices/export/csv.ts';
import { archivePaths } from '#shared/documents/invoices/export/paths.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { escapeMarkdown, markdownHtml, markdownText } from '#shared/output/mail/markdown.ts';
import { mimeOf } from '#shared/output/mail/send.ts';
import { filledIn, unknownNames } from '#shared/output/mail/variables.ts';
import { each, many, type Reader, TEXTS } from './measure.ts';

const MARKDOWN = [
  ...each([
    '[',
    '[]',
    '[](',
    '[a](b',
    '[a](b)',
    '\\[',
    '\\',
    '*',
    '**',
    '**a',
    '*a',
    '*\\',
    '*\\\n',
    '- ',
    '- a\n',
    '\n',
    '\r',
    ' ',
    '`',
    '(',
    '](',
  ]),
  many('[', '', '](https://x.ro)'),
  many('[a', '**', '**'),
];
const NAMES = each(
  ['a', '.', ' ', '/', '\\', '\u0000', '\u202e', '. ', '\ud800', 'ș', '"', ';', '%', "'", '(', '\u{1f600}', '*'],
  'a',
  'b',
).concat(each(['.', ' ', '. ', '/'], 'a'));
const MARKUP = each([
  '<',
  '<!--',
  '<!---->',
  '<!-- -',
  '-->',
  '<?',
  '<?xml?>',
  '<?xml ',
  ' ',
  '\n',
  '<!',
  '<!doctype ',
  '<svg',
  'www.w3.org/',
  'a',
]).concat(many('<!---->', '<?xml?>', '<x'), many(' ', '<?xml', '?><x'), many('--', '<!--', '<html'));
const TABLES = each(['"', '""', '","', 'a,', ',', ';', '\n', '\r', 'a\n', '"\n', '"a",', '\t'], 'a,b\nc,d\n');
const BYTES = each(
  [
    '\u0000',
    'PK\u0003\u0004',
    '%PDF',
    'ID3',
    '\u00ff\u00d8\u00ff',
    '\u00d0\u00cf\u0011\u00e0',
    'RIFF',
    '\u001aE\u00df\u00a3',
    '\u0089PNG',
    'MZ',
    'ftyp',
  ],
  '',
).concat(
  each(['\u0000', 'IDAT', '\u0000\u0000\u0000\u0001a'], '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'),
  each(['PK\u0003\u0004', '\u0000', 'PK\u0003\u0004'.padEnd(30, '\u0000')], 'PK\u0003\u0004'.padEnd(30, '\u0000')),
  many('W\u0000o\u0000r\u0000d\u0000', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'),
  many('\u0000', 'ID3\u0004\u0000\u0000\u0000\u0000'),
  many('\u00ff', '\u001aE\u00df\u00a3'),
);

const values = { variables: { a: 'x', client_name: 'ALFA' }, conditions: { a: true, b: false } };
/** Texts of mails, names of files, attachments and tables. */
export const documentReaders: Reader[] = [
  { reads: 'markdownHtml', source: 'shared/output/mail/markdown.ts', inputs: MARKDOWN, run: text => markdownHtml(text).markup },
  { reads: 'markdownText', source: 'shared/output/mail/markdown.ts', inputs: MARKDOWN, run: markdownText },
  {
    reads: 'escapeMarkdown',
    source: 'shared/output/mail/markdown.ts',
    inputs: [...MARKDOWN, many(' ', '', 'x')],
    run: escapeMarkdown,
  },
  {
    reads: 'filledIn',
    source: 'shared/output/mail/variables.ts',
    inputs: each([
      '{if a}',
      '{if b}',
      '{if c}',
      '{endif}',
      '{if ',
      '{',
      '{a',
      '{a}',
      '[[',
      '[[a',
      '[[a]]',
      ']]',
      '{if a}{endif}',
      '{if c}{endif}',
    ]),
    run: text => filledIn(text, values, escapeMarkdown),
  },
  {
    reads: 'unknownNames',
    source: 'shared/output/mail/variables.ts',
    inputs: each(['[[', '[[a', '[[a]]', '[[ ', ']]', '{', '{a', '{a}', '{if ', '{if a}', '\\', 'a', '[[' + 'a'.repeat(101)]),
    run: text => unknownNames(text, values),
  },
  { reads: 'subjectOf', source: 'shared/output/mail/documents/words.ts', inputs: TEXTS, run: text => subjectOf(text, values) },
  {
    reads: 'mimeOf',
    source: 'shared/output/mail/send.ts',
    inputs: [...TEXTS, ...each(['=', '.', '\r\n', ' \r\n', '\r\n.', 'a'.repeat(80)])],
    run: text =>
      mimeOf(
        { to: 'a@b.ro', subject: text.slice(0, 255), text, html: text, replyTo: { name: text, address: 'a@b.ro' } },
        'c@d.ro',
      ),
  },
  {
    reads: 'bounceReason',
    source: 'shared/output/mail/documents/signals.ts',
    inputs: each(['mailbox', 'quota', 'domain', 'host', 'not ', 'ful', 'mailbox.', '.', 'rejec', 'over quot']),
    run: text => bounceReason('', text),
  },
  {
    reads: 'acceptedType',
    source: 'shared/documents/invoices/attachments/sniff.ts',
    inputs: [...MARKUP, ...TABLES],
    run: text => acceptedType(Buffer.from(text)),
  },
  {
    reads: 'acceptedType, bytes',
    source: 'shared/documents/invoices/attachments/sniff.ts',
    inputs: BYTES,
    run: text => acceptedType(Buffer.from(text, 'latin1')),
  },
  {
    reads: 'readForm',
    source: 'shared/documents/invoices/attachments/form.ts',
    inputs: each(
      ['--x\r\n', '--', '\r\n', '--x', 'a', '-', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'],
      '--x\r\n',
    ).concat(
      each(['a', ';', '"', '\\"', '%', 'name="', ' '], '--x\r\nContent-Disposition: form-data; name="', '\r\n\r\na\r\n--x--\r\n'),
    ),
    run: text => readForm(Buffer.from(text), 'multipart/form-data; boundary=x'),
  },
  {
    // API Gateway rejects requests with more headers.
    longest: 10_240,
    reads: 'readForm, content type',
    source: 'shared/documents/invoices/attachments/form.ts',
    inputs: each(['a', ';', '"', 'boundary=', '; a=b', ' ', '\\'], 'multipart/form-data; '),
    run: text => readForm(Buffer.from('--x--'), text),
  },
  { reads: 'givenFileName', source: 'shared/output/files/file-name.ts', inputs: NAMES, run: givenFileName },
  { reads: 'attachment', source: 'shared/output/files/disposition.ts', inputs: NAMES, run: attachment },
  {
    reads: 'safeCell',
    source: 'shared/documents/invoices/export/csv.ts',
    inputs: each(['=', '1', '1.', '-', '\t', ';', ' ', '"'], '-'),
    run: safeCell,
  },
  {
    reads: 'csvLines',
    source: 'shared/documents/invoices/export/csv.ts',
    inputs: each(['"', ',', '\r\n', '=', 'a', ' ']),
    run: notes =>
      csvLines([
        { number: notes, notes, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' } as unknown as Invoice,
      ]),
  },
  {
    reads: 'archivePaths',
    source: 'shared/documents/invoices/export/paths.ts',
    inputs: [...each(['a', '/', '.', ' ', ':', 'a,'], 'a'), many('a/1,')],
    run: text => {
      const pathOf = archivePaths('flat');
      return text.split(',').map(number => pathOf({ number } as Invoice, 'pdf'));
    },
  },
];
