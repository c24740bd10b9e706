import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { TEMPLATE_SLUGS, type TemplateSlug } from '#shared/output/pdf/configuration.ts';
import { missingFacts } from '#shared/output/pdf/facts.ts';
import { html, trusted } from '#shared/base/kernel/html.ts';
import { Illegible, makePdf, Unprintable } from '#shared/output/pdf/make-pdf.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { titleOf } from '#shared/documents/invoices/print/invoice.ts';
import { closeBrowser, printPage } from '#shared/output/pdf/browser.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { sampleBuyer, sampleCreditNote, sampleLine } from '../../support/documents.ts';
import { hostileInputs } from '../../support/attacks/hostile.ts';
import { adjustments, factsOf, foreignBuyer, manyLines, printedInvoice, provenPdf, usualDocument } from './sample.ts';
import { DEPTH } from '../../support/effort.ts';

const unspaced = (text: string): string => text.replace(/\s+/g, '');

afterAll(closeBrowser);

/** In `npm test` each template in one language, in the long run in all. */
const designs = TEMPLATE_SLUGS.flatMap((slug, place) =>
  LANGUAGES.filter((_, index) => DEPTH || index === place % LANGUAGES.length).map(language => [slug, language] as const),
);

describe('every template in every language', () => {
  it.each(designs)('%s in %s prints all required facts visibly', async (templateSlug, language) => {
    const document = usualDocument({
      language,
      currency: 'EUR',
      exchangeRate: '4.9765',
      client: foreignBuyer,
      tvaLaIncasare: true,
      ublExtensions: adjustments,
    });
    const pdf = await provenPdf(printedInvoice(document, { configuration: { templateSlug } }));
    expect(unspaced(visibleText(pdf).join('')).toLowerCase()).toContain(unspaced(labelsOf(language).title.invoice).toLowerCase());
  });

  it.each(designs)('%s in %s breaks no word of a title', async (templateSlug, language) => {
    const document = sampleCreditNote({ language, selfBilled: true });
    const pdf = await provenPdf(printedInvoice(document, { configuration: { templateSlug } }));
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
    // Spaced letters read as several words; the line breaks are what counts.
    const lines = text.replace(/[^\S\n]/g, '').toLowerCase();
    for (const word of titleOf(document, labelsOf(language)).split(/ |(?<=-)/)) expect(lines).toContain(word.toLowerCase());
  });

  it.runIf(DEPTH).each(TEMPLATE_SLUGS)('%s has the same text in a general reader of PDFs', async templateSlug => {
    const pdf = await provenPdf(printedInvoice(usualDocument({ lines: manyLines(40) }), { configuration: { templateSlug } }));
    const ours = unspaced(visibleText(pdf).join(''));
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
    expect(ours).toBe(unspaced(text));
  });

  it.runIf(DEPTH).each(TEMPLATE_SLUGS)(
    '%s repeats its table head, and keeps figures of any size on the paper',
    async templateSlug => {
      const configuration = { templateSlug };
      const pages = visibleText(await provenPdf(printedInvoice(usualDocument({ lines: manyLines(60) }), { configuration })));
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages.slice(0, -1)) expect(page).toMatch(/Denumirea produselor/i);
      const huge = sampleLine({ quantity: '99999.9999', unitPrice: '99999.9999', discountPercent: '1.25' });
      await provenPdf(printedInvoice(usualDocument({ lines: [huge, huge], language: 'fr' }), { configuration }));
    },
  );

  it.each([
    [
      'a name',
      { client: sampleBuyer({ name: '삼성 SRL' }) },
      'The PDF cannot show "삼" (U+C0BC) in the buyer name: no font has it.',
    ],
    ['a line', { lines: [sampleLine({ description: 'บริษัท' })] }, 'in the line 1 description'],
  ])('makes no PDF in which %s would be boxes, and names the letter without a glyph', async (_where, overrides, said) => {
    const made = provenPdf(printedInvoice(usualDocument(overrides)));
    await expect(made).rejects.toThrow(Illegible);
    await expect(made).rejects.toThrow(said);
  });

  it('prints Chinese, Japanese and Arabic letters and pictures with embedded fonts: none is a box', async () => {
    const names = [
      '上海貿易有限公司 深圳',
      '株式会社ひらがなカタカナ',
      'شركة الاختبار 34 abc',
      'שלום 12',
      'Ελλάδα Строител',
      '🙂 ✓',
    ];
    const document = usualDocument({ lines: names.map(description => sampleLine({ description })) });
    const text = visibleText(await provenPdf(printedInvoice(document))).join('');
    expect(text).not.toContain('\ufffd');
    for (const letter of '上海貿易深圳株式会社ひらがなשלום🙂') expect(text.normalize('NFKC')).toContain(letter);
  });

  it('prints names in every script, and no mark that changes the direction of writing', async () => {
    const names = [
      'שלום בע"מ 12',
      'مرحبا 34 abc',
      '株式会社 Tokyo',
      'emoji 👩‍👩‍👧‍👦 🇷🇴 ok',
      'e\u0301 x\u0302 Z\u0351\u036b',
      'zero\u200bwidth\u00ad\u2011x',
      'Ελλάδα',
      'a\u202e12,00\u202c',
    ];
    const document = usualDocument({
      client: sampleBuyer({ name: 'Ț'.repeat(200) }),
      lines: [...names, 'd'.repeat(2000), 'rând\n'.repeat(120)].map(description => sampleLine({ description })),
    });
    const text = visibleText(await provenPdf(printedInvoice(document))).join('\n');
    expect(text).toContain('a12,00');
  });
});

describe('invisible text is detected', () => {
  const shown = '<p style="font-size:9pt">Total 12,00 RON</p>';
  it.each([
    ['white on white', '<p style="color:#fff">X 34,00 RON</p>'],
    ['nearly transparent', '<p style="opacity:.2">X 34,00 RON</p>'],
    ['transparent colour', '<p style="color:rgb(0 0 0/.1)">X 34,00 RON</p>'],
    ['covered', '<div style="position:relative">X 34,00 RON<div style="position:absolute;inset:0;background:#fff"></div></div>'],
    [
      'covered by a shadow',
      '<div style="position:relative;margin-top:3cm">X 34,00 RON<i style="position:absolute;inset:0;box-shadow:0 0 9px 9px #fff"></i></div>',
    ],
    ['off the paper', '<p style="margin-left:-9cm">X 34,00 RON</p>'],
    ['cut off', '<p style="height:2pt;overflow:hidden">X 34,00 RON</p>'],
    ['too small', '<p style="font-size:2pt">X 34,00 RON</p>'],
    ['turned round', '<p style="direction:rtl;unicode-bidi:bidi-override">X 34,00 RON</p>'],
    ['dark on dark', '<p style="background:#222;color:#333">X 34,00 RON</p>'],
    ['gone', '<p style="display:none">X 34,00 RON</p>'],
  ])('%s', async (_how, markup) => {
    const pdf = await printPage(trusted(`<body style="margin:0">${shown}${markup}`));
    const facts = ['12,00 RON', '34,00 RON'].map(text => ({ what: 'total', text }));
    expect(missingFacts(visibleText(pdf).join('\n'), facts)).toEqual([facts[1]]);
  });

  it('a total that equals another must be printed as often as stated', () => {
    const facts = [1, 2].map(() => ({ what: 'total', text: '12,00 RON' }));
    expect(missingFacts('12,00 RON\n12,00 RON', facts)).toEqual([]);
    expect(missingFacts('12,00 RON', facts)).toEqual(facts);
  });
});

describe('hostile style sheets and texts, printed', () => {
  /** The page as it would be without the check of style sheets: only the guard's layer and the PDF's text are left. */
  const unchecked = (templateSlug: TemplateSlug, css: string): string =>
    templateOf(templateSlug)(
      printedInvoice(usualDocument(), { configuration: { templateSlug, customCss: 'h1 { color: #123456 }' } }),
    ).markup.replace('h1{color:#123456;}', () => css.replaceAll('</', '<\\/'));

  /** In `npm test` the first template, in the long run all. */
  const printedTemplates = TEMPLATE_SLUGS.slice(0, DEPTH ? undefined : 1);

  it.each([
    '* { color: #fff }',
    '* { opacity: 0; visibility: hidden; position: absolute; left: -9999px; transform: scale(0); filter: opacity(0) }',
    '* { overflow: hidden; text-indent: -999cm; clip-path: inset(100%); direction: rtl; unicode-bidi: bidi-override }',
    '.masthead, .dates, .totals .grand, .lines th { background: #fff } .totals .grand * { color: #000 }',
    '.totals { display: none }',
    'td { font-size: 0 }',
  ])('even unchecked, every template prints all required facts or no PDF is made: %s', async css => {
    for (const slug of printedTemplates) {
      const pdf = await printPage(trusted(unchecked(slug, css)));
      const missing = missingFacts(visibleText(pdf).join('\n'), factsOf(usualDocument()));
      const isGuarded = /opacity|overflow|masthead/.test(css);
      expect(missing.length > 0, slug).toBe(!isGuarded);
    }
  });

  it('texts of every kind at once are printed as they are typed, and nothing is fetched', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const texts = hostileInputs(`http://127.0.0.1:${port}/`, 'file:///etc/passwd')
      .filter(({ into }) => into === 'text')
      .map(({ value }) => value);
    const document = usualDocument({ lines: texts.map(description => sampleLine({ description })), notes: texts.join('\n') });
    for (const templateSlug of printedTemplates) {
      const configuration = {
        templateSlug,
        footerText: texts.join(' '),
        fontFamily: texts.at(-6) ?? null,
        customCss: texts.join(' '),
      };
      const text = visibleText(await provenPdf(printedInvoice(document, { configuration }))).join('\n');
      expect(text).toContain('<script>');
      expect(text).not.toContain('root:');
    }
    await new Promise(resolve => server.close(resolve));
    expect(requests).toEqual([]);
  });

  it.each([
    ['does not read a PDF back that has the look of a template', null],
    ['refuses a PDF that lacks a mandatory text if the company has a style sheet', 'h1 { color: navy }'],
  ])('%s', async (_what, customCss) => {
    const page = printedInvoice(usualDocument(), { configuration: { customCss } });
    const made = makePdf(page, () => printPage(html`<p>nothing that is mandatory</p>`));
    if (customCss === null) await expect(made).resolves.toBeInstanceOf(Uint8Array);
    else await expect(made).rejects.toThrow(Unprintable);
  });

  it('allowed declarations that push a total over the edge make no PDF', async () => {
    const customCss = '.totals :is(th, td) { padding: 0 57pt; font-size: 20pt }';
    const made = provenPdf(printedInvoice(usualDocument(), { configuration: { customCss } }));
    await expect(made).rejects.toThrow(Unprintable);
    await expect(made).rejects.toThrow(/^The PDF would not show what it must: .* Change the custom CSS/);
  });
});
