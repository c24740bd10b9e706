import { createServer } from 'node:http';
import { PdfObjects } from '#shared/output/pdf/reader/objects.ts';
import type { AddressInfo } from 'node:net';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '#shared/output/pdf/chromium.ts';
import { missingFacts } from '#shared/output/pdf/facts.ts';
import { html, trusted } from '#shared/base/kernel/html.ts';
import { described as describedPdf } from '#shared/output/pdf/metadata.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { closeBrowser, printPage } from '#shared/output/pdf/browser.ts';
import { sampleBuyer, sampleCreditNote, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { places } from '../../support/effort.ts';
import { factsOf, foreignBuyer, manyLines, printedInvoice, provenPdf, usualDocument } from './sample.ts';
import type { Page } from '#shared/output/pdf/templates/index.ts';

const instant = '2026-03-02T08:00:00.000Z';

/** The text of every page. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: false });
  return text.map(page => page.replace(/\s+/g, ' '));
}

const printed = async (page: Page): Promise<string[]> => pagesOf(await provenPdf(page));

/** An HTTP server that remembers its requests. */
async function sink(): Promise<{ requests: string[]; port: number; close: () => Promise<unknown> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { requests, port, close: () => new Promise(resolve => server.close(resolve)) };
}

afterAll(closeBrowser);

describe('PDF of an invoice', () => {
  it.each([
    ['in Romanian', usualDocument()],
    [
      'in English, in euro',
      usualDocument({
        language: 'en',
        currency: 'EUR',
        exchangeRate: '4.9765',
        exchangeRateDate: '2026-11-20',
        client: foreignBuyer,
      }),
    ],
    [
      'under reverse charge and VAT on collection',
      sampleDocument({ tvaLaIncasare: true, lines: [sampleLine({ vatRate: '0', vatCategoryCode: 'AE' })] }),
    ],
    ['crediting another', sampleCreditNote({ lines: [sampleLine({ quantity: '2.5', unitPrice: '1999.99' })] })],
    ['partly paid', { ...sampleDocument(), amountPaid: '21.00', balance: '100.00' }],
    [
      'with long names',
      sampleDocument({
        seller: sampleSeller({ name: 'Ț'.repeat(180) }),
        client: sampleBuyer({ name: 'Cooperativă agricolă '.repeat(9).trim() }),
      }),
    ],
    ['of a Greek client', sampleDocument({ client: sampleBuyer({ name: 'Οικοδομή ΑΕ', country: 'GR', cif: 'EL094019245' }) })],
  ])('%s contains every mandatory fact, diacritics intact', async (_case, document) => {
    const facts = factsOf(document);
    expect(facts.length).toBeGreaterThan(20);
    expect(missingFacts((await printed(printedInvoice(document))).join(' '), facts)).toEqual([]);
  });

  it('of 60 lines repeats the table head over lines, and numbers every page', async () => {
    const pages = await printed(printedInvoice(usualDocument({ lines: manyLines(60) })));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page.includes('Denumirea produselor sau a serviciilor')).toBe(page.includes('Reper'));
      expect(page).toContain(`Pagina ${index + 1} din ${pages.length}`);
      if (index > 0) expect(page).toContain('Factură FCT-2026-042 · Atelierul de Lemn Țiriac & Fiii SRL');
    });
    for (let line = 1; line <= 60; line++) expect(pages.join(' ')).toContain(`Reper ${line}:`);
  });

  it('keeps the totals together, and with the last line, wherever the page ends', async () => {
    for (const count of places(15, 5).map(place => 9 + place)) {
      const pages = await printed(printedInvoice(usualDocument({ lines: manyLines(count) })));
      const last = pages.findIndex(page => page.includes(`Reper ${count}:`));
      expect(pages[last], `${count} lines`).toMatch(/Total fără TVA.*Total TVA.*Total de plată/);
      expect(pages[last], `${count} lines`).toContain(`Reper ${count - 1}:`);
    }
  });

  it('prints a long text over several pages without losing a word', async () => {
    const notes = Array.from({ length: 1500 }, (_, index) => `cuvânt${index}`).join(' ');
    const pages = await printed(printedInvoice(sampleDocument({ notes })));
    const words = new Set(pages.join(' ').split(' '));
    expect(notes.split(' ').filter(word => !words.has(word))).toEqual([]);
  });

  it('marks every page of a draft, and no page of an issued invoice', async () => {
    const lines = manyLines(30);
    const draft = await printed(printedInvoice(sampleDocument({ status: 'draft', lines })));
    const issued = await printed(printedInvoice(sampleDocument({ lines })));
    expect(draft.every(page => page.includes('CIORNĂ'))).toBe(true);
    expect(issued.some(page => page.includes('CIORNĂ'))).toBe(false);
  });

  it('is dated by the last change of the document, not by the time of printing', async () => {
    const pdf = Buffer.from(await provenPdf(printedInvoice(sampleDocument()))).toString('latin1');
    expect(new Set(pdf.match(/Date \(D:[^)]*\)/g))).toEqual(new Set(["Date (D:20260302080000+00'00')"]));
  });

  it('has its title', async () => {
    const document = await getDocumentProxy(await provenPdf(printedInvoice(sampleDocument())));
    const { info } = (await document.getMetadata()) as { info: { Title?: string } };
    expect(info).toMatchObject({ Title: 'Factură FCT-2026-001' });
  });

  it.each(LANGUAGES)('has its author and the language %s, and links for the addresses on it', async language => {
    const name = 'Țiriac (Fiii) \\ 木 SRL';
    const pdf = await provenPdf(printedInvoice(sampleDocument({ language, seller: sampleSeller({ name }) })));
    const document = await getDocumentProxy(pdf);
    const { info } = (await document.getMetadata()) as { info: { Author?: string; Language?: string } };
    expect(info).toMatchObject({ Author: name, Language: language });
    const annotations = (await (await document.getPage(1)).getAnnotations()) as { url?: string }[];
    const links = annotations.flatMap(({ url }) => url ?? []);
    expect(links).toEqual(
      expect.arrayContaining(['mailto:facturi@atelierul-de-lemn.example', 'https://atelierul-de-lemn.example/']),
    );
  });

  it('is not changed, except for its dates, if it has no cross-reference table', () => {
    const broken = Buffer.from('%PDF-1.4 /CreationDate (D:20200101000000) trailer startxref 0 %%EOF');
    const described = describedPdf(new Uint8Array(broken), { instant, author: 'x', language: 'ro' });
    expect(Buffer.from(described).toString()).toBe('%PDF-1.4 /CreationDate (D:20260302080000) trailer startxref 0 %%EOF');
  });

  it('is not read if its cross-reference table is empty', () => {
    const empty = Buffer.from('%PDF-1.4\nxref\n0 0\ntrailer\nstartxref\n9\n%%EOF');
    expect(() => new PdfObjects(empty)).toThrow('The PDF has no cross-reference table.');
  });
});

describe('missing facts', () => {
  const facts = [{ what: 'total', text: '12,00' }];

  it.each(['Total 112,00 RON', 'Total 12,001', 'Total 1.12,00', 'Total -12,00', 'Total 12,0'])(
    'does not find 12,00 in "%s"',
    text => {
      expect(missingFacts(text, facts)).toEqual(facts);
    },
  );

  it.each(['Total 12,00', 'Total 12,00 RON', 'Total 112,00, TVA 12,00.'])('finds 12,00 in "%s"', text => {
    expect(missingFacts(text, facts)).toEqual([]);
  });

  it('finds a name broken over lines, and no name with other letters', () => {
    const name = [{ what: 'seller name', text: 'Țiriac & Fiii SRL' }];
    expect(missingFacts('Țiriac &\nFii i SRL', name)).toEqual([]);
    expect(missingFacts('Tiriac & Fiii SRL', name)).toEqual(name);
  });

  it('reports a fact that the document has and the PDF does not', async () => {
    const pages = await printed(printedInvoice(sampleDocument()));
    const other = factsOf(sampleDocument({ lines: [sampleLine({ unitPrice: '200' })] }));
    expect(missingFacts(pages.join(' '), other).map(({ what }) => what)).toContain('total');
  });
});

describe('rendering', () => {
  it('fetches nothing, whatever a page requests', async () => {
    const { requests, port, close } = await sink();
    const at = (path: string): string => `http://127.0.0.1:${port}/${path}`;
    const local = at('x').replace('127.0.0.1', 'localhost');
    // Without the template's policy: the browser alone must block it.
    const page = trusted(`<!doctype html><html><head>
      <meta http-equiv="refresh" content="0;url=${at('refresh')}">
      <link rel="stylesheet" href="${at('link')}"><link rel="prefetch" href="${at('prefetch')}"><link rel="preconnect" href="${at('')}">
      <link rel="dns-prefetch" href="//localhost"><link rel="icon" href="${at('icon')}"><link rel="preload" as="font" href="${at('preload')}">
      <style>@import url(${at('import')}); @font-face { font-family: x; src: url(${at('font')}); }
      body { font-family: x; background: url(${at('background')}); } p::before { content: url(${at('content')}); }
      p[title^=a] { background: image-set(url(${at('image-set')}) 1x); }</style></head>
      <body><p title="abc">text</p><img src="${at('img')}"><img src="${local}"><img srcset="${at('srcset')} 2x">
      <iframe src="${at('iframe')}"></iframe><object data="${at('object')}"></object><embed src="${at('embed')}">
      <video src="${at('video')}" poster="${at('poster')}"></video><svg><image href="${at('svg')}"/><use href="${at('use')}#a"/></svg>
      <script>fetch('${at('script')}')</script><img src="file:///etc/passwd"></body></html>`);
    await printPage(page);
    // A second page proves that the requests of the first one had their time.
    const [next] = await pagesOf(await printPage(html`<p>următorul</p>`));
    await close();
    expect(requests).toEqual([]);
    expect(next).toContain('următorul');
    expect(next).not.toContain('text');
  });

  it('prints a page that tries to navigate away, and stays', async () => {
    const page = trusted(`<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><p>${'text '.repeat(2_000)}</p>`);
    for (let attempt = 0; attempt < 5; attempt++) {
      const pages = await pagesOf(await printPage(page));
      expect(pages[0]).toContain('text text');
    }
  });

  it('fetches nothing for texts of a document that look like markup or CSS', async () => {
    const { requests, port, close } = await sink();
    const url = `http://127.0.0.1:${port}/`;
    const notes = `<img src="${url}img"></style><style>body{background:url(${url}css)}</style>`;
    const document = sampleDocument({ notes, seller: sampleSeller({ name: `"}*{background:url(${url}running)}` }) });
    const [page] = await printed(printedInvoice(document));
    await close();
    expect(requests).toEqual([]);
    expect(page).toContain('<img src=');
  });

  it('keeps scripts from running', async () => {
    const [page] = await pagesOf(await printPage(trusted('<p>before</p><script>document.body.textContent = "after"</script>')));
    expect(page).toContain('before');
    expect(page).not.toContain('after');
  });

  it('prints simultaneous pages one after the other, each correctly', async () => {
    const pdfs = await Promise.all(Array.from({ length: 8 }, (_, index) => printPage(html`<p>pagina-${index}</p>`)));
    const texts = await Promise.all(pdfs.map(async pdf => (await pagesOf(pdf)).join(' ').trim()));
    expect(texts).toEqual(Array.from({ length: 8 }, (_, index) => `pagina-${index}`));
  });

  it('gives up a page that takes longer than its time, and prints the next', async () => {
    const endless = html`${Array.from({ length: 5_000 }, (_, index) => html`<p>${index}</p>`)}`;
    await expect(printPage(endless, 5)).rejects.toThrow(/5 ms/);
    expect((await pagesOf(await printPage(html`<p>următorul</p>`)))[0]).toContain('următorul');
  });

  it('starts another browser after it was closed', async () => {
    await closeBrowser();
    expect((await pagesOf(await printPage(html`<p>din nou</p>`)))[0]).toContain('din nou');
  });

  it('uses the browser that CHROMIUM_PATH names', async () => {
    process.env['CHROMIUM_PATH'] = '/opt/chromium/chrome';
    try {
      expect(await chromiumPath()).toBe('/opt/chromium/chrome');
    } finally {
      delete process.env['CHROMIUM_PATH'];
    }
  });
});
