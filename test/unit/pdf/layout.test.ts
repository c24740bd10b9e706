import { afterAll, describe, expect, it } from 'vitest';
import { getDocumentProxy } from 'unpdf';
import { TEMPLATE_SLUGS, type TemplateSlug } from '../../../shared/pdf/configuration.ts';
import { makePdf } from '../../../shared/pdf/make-pdf.ts';
import { closeBrowser } from '../../../shared/pdf/render.ts';
import type { InvoiceDocument } from '../../../shared/model/invoice.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { manyLines, printedInvoice, usualDocument } from './sample.ts';

afterAll(closeBrowser);

interface Piece {
  text: string;
  /** Size of type in points. */
  size: number;
  /** Points from the page's foot. */
  y: number;
}

/** The pieces of text of each page, in a general reader of PDFs. */
async function piecesOf(document: InvoiceDocument, templateSlug: TemplateSlug): Promise<Piece[][]> {
  const pdf = await getDocumentProxy(await makePdf(printedInvoice(document, { configuration: { templateSlug } })));
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.flatMap(item =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, size: Math.hypot(item.transform[2], item.transform[3]), y: item.transform[5] as number }]
        : [],
    );
  });
  return Promise.all(pages);
}

/** Its largest piece, where a text stands several times. */
const find = (pieces: readonly Piece[], text: string): Piece => {
  const [found] = pieces.filter(piece => piece.text.includes(text)).toSorted((a, b) => b.size - a.size);
  if (!found) throw new Error(`"${text}" is not there.`);
  return found;
};

describe.each(TEMPLATE_SLUGS)('the template %s', slug => {
  it('sets what is read at 9 points at least, and nothing in the body below 6', async () => {
    const [pieces = []] = await piecesOf(usualDocument(), slug);
    for (const text of ['Str. Mântuleasa', 'RO40123452', 'Scaun tapițat', '5.878,80', 'RO49', '20.134,08'])
      expect(find(pieces, text).size, text).toBeGreaterThanOrEqual(8.99);
    for (const { text, size } of pieces) expect(size, text).toBeGreaterThanOrEqual(6);
  });

  it('names the amount due above the parties', async () => {
    const [pieces = []] = await piecesOf(sampleDocument(), slug);
    const heads = pieces.filter(({ text }) => text.includes('121,00 RON')).map(({ y }) => y);
    expect(Math.max(...heads)).toBeGreaterThan(find(pieces, slug === 'minimal' ? 'Masă din stejar' : 'Str. Mântuleasa').y);
  });

  it('sets figures of twelve digits at 6.5 points at least, what was sold at 7.5, and all on the paper', async () => {
    const unitPrice = '9876543210';
    const lines = [sampleLine({ unitPrice, discountPercent: '5' }), sampleLine()];
    const [pieces = []] = await piecesOf(sampleDocument({ lines }), slug);
    expect(find(pieces, '9.876.543.210,00').size).toBeGreaterThanOrEqual(6.5);
    expect(find(pieces, 'Masă din stejar').size).toBeGreaterThanOrEqual(7.5);
  });

  it('keeps the way to pay on the page of the amount due, wherever the page ends', async () => {
    for (let count = 6; count <= 22; count += 4) {
      const pages = await piecesOf(usualDocument({ lines: manyLines(count) }), slug);
      const pageOf = (text: string): number => pages.findIndex(pieces => pieces.some(piece => piece.text.includes(text)));
      expect(pageOf('RO49'), `${count} lines`).toBe(pageOf('Total fără TVA'));
    }
  });

  it('leaves who made the document never alone on a page', async () => {
    for (let count = 1; count <= 12; count++) {
      const pages = await piecesOf(usualDocument({ lines: manyLines(count) }), slug);
      const last = pages.at(-1)?.map(({ text }) => text) ?? [];
      expect(last.join(' '), `${count} lines`).toMatch(/Ioana Ștefănescu/);
      expect(last.join(' '), `${count} lines`).toMatch(/Vă mulțumim/);
    }
  });

  it('sets the lines of an address at one distance', async () => {
    const address = Array.from({ length: 12 }, (_, index) => `Strada Lungă numărul ${index + 1} din cartierul`).join(' ');
    const document = sampleDocument();
    const [pieces = []] = await piecesOf({ ...document, client: { ...document.client!, address } }, slug);
    const lines = [...new Set(pieces.filter(({ text }) => /Lungă|cartierul/.test(text)).map(({ y }) => y.toFixed(2)))].map(
      Number,
    );
    const distances = lines.slice(1).map((y, index) => ((lines[index] ?? 0) - y).toFixed(2));
    expect(distances.length).toBeGreaterThan(3);
    expect(new Set(distances).size).toBe(1);
  });
});
