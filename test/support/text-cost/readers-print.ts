import { checkCss } from '#shared/output/pdf/css/custom-css.ts';
import { factsCheck } from '#shared/output/pdf/facts.ts';
import { fontFaces, undrawn } from '#shared/output/pdf/fonts.ts';
import { printedIban } from '#shared/output/pdf/format.ts';
import { cssString, escapeHtml } from '#shared/base/kernel/html.ts';
import { paintedBy } from '#shared/output/pdf/reader/content.ts';
import { namedReferences, numbersOf, PdfObjects, referenceOf } from '#shared/output/pdf/reader/objects.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { each, type Reader, TEXTS } from './measure.ts';

/** PDFs come from the program's own browser: dictionaries are tested, but not pages that refer to one object again and again. */
const pdf = (text: string): Buffer => {
  const body = `%PDF-1.4\n1 0 obj\n<</Type /Catalog /Pages 2 0 R ${text}>>\nendobj\n2 0 obj\n<</Kids [${text}] ${text}>>\nendobj\n`;
  const offsets = [0, body.indexOf('1 0 obj'), body.indexOf('2 0 obj')].map(at => `${String(at).padStart(10, '0')} 00000 n \n`);
  return Buffer.from(
    `${body}xref\n0 3\n${offsets.join('')}trailer\n<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
};
const nothing = { font: () => undefined, state: () => ({}), object: () => 'image' as const };
const DICTIONARIES = each([
  '1',
  '1 ',
  '1 0 ',
  '9 0 R ',
  '/',
  '/a ',
  '/Kids [',
  '[',
  ']',
  '<<',
  '/Font <<',
  '/Pages ',
  '/MediaBox [',
  'stream\n',
  ' ',
]);

/** Style sheets, HTML, PDFs and the texts that are searched in them. */
export const printReaders: Reader[] = [
  {
    reads: 'checkCss',
    source: 'shared/output/pdf/css/custom-css.ts',
    inputs: each(
      [
        'a{',
        '}',
        '(',
        ')',
        '[',
        ':not(',
        ':is(',
        '/*',
        '*/',
        '"',
        'a ',
        'a>',
        ',',
        'a,',
        ';',
        '@a ',
        '@media{',
        'a{color:red}',
        ':',
        '--a:',
        'u',
        'url(',
        '\n',
        '0',
        '.',
        '#',
        'rgb(',
        '-',
        '!',
      ],
      'h1',
    ).concat(
      each(['(', 'calc(', '[', '{', ' ', '1 ', ',', '"', 'rgb(1,', '#', 'u+', '/*', '!important'], 'h1{color:'),
      each([':not(', ':is(:not(', ':nth-child(', 'a '], 'h1 ', '{color:red}'),
    ),
    run: checkCss,
    longest: 20_000,
  },
  { reads: 'escapeHtml', source: 'shared/base/kernel/html.ts', inputs: TEXTS, run: escapeHtml },
  { reads: 'cssString', source: 'shared/base/kernel/html.ts', inputs: TEXTS, run: cssString },
  { reads: 'printedIban', source: 'shared/output/pdf/format.ts', inputs: each(['1', ' ', 'RO49 ', '\n']), run: printedIban },
  { reads: 'undrawn', source: 'shared/output/pdf/fonts.ts', inputs: TEXTS, run: undrawn },
  { reads: 'fontFaces', source: 'shared/output/pdf/fonts.ts', inputs: TEXTS, run: text => fontFaces(['Open Sans'], text, [400]) },
  {
    reads: 'factsCheck',
    source: 'shared/output/pdf/facts.ts',
    inputs: [...TEXTS, ...each(['1,00', '1,00 ', '1.00\n', '-', '\f', '\u2010', 'fi', '\ufffd'])],
    run: text =>
      factsCheck([
        { what: 'a', text: text.slice(0, 1000) },
        { what: 'b', text: '1,00' },
        { what: 'title', text: 'x' },
      ])(text),
  },
  {
    reads: 'paintedBy',
    source: 'shared/output/pdf/reader/content.ts',
    inputs: each([
      'q\n',
      'Q\n',
      '1 0 0 1 0 0 cm\n',
      '0 0 1 1 re\n',
      'f\n',
      'W n\n',
      '<0000> Tj\n',
      '/F0 1 Tf\n',
      '/G gs\n',
      '/X Do\n',
      '1 0 0 1 0 0 Tm\n',
      '0 0 m\n',
      '0 0 l\n',
      ' ',
      '\n',
      '<',
      '<> Tj',
    ]),
    run: text => paintedBy(text, { left: 0, bottom: 0, right: 600, top: 800 }, nothing),
  },
  {
    reads: 'PdfObjects.pages',
    source: 'shared/output/pdf/reader/objects.ts',
    inputs: DICTIONARIES,
    run: text => new PdfObjects(pdf(text)).pages(),
  },
  { reads: 'visibleText', source: 'shared/output/pdf/reader/text.ts', inputs: DICTIONARIES, run: text => visibleText(pdf(text)) },
  {
    reads: 'keys of dictionaries',
    source: 'shared/output/pdf/reader/objects.ts',
    inputs: DICTIONARIES,
    run: text => [referenceOf(text, 'Pages'), namedReferences(text, 'Font'), numbersOf(text, 'MediaBox')],
  },
];
