import { afterAll, describe, expect, it } from 'vitest';
import { getDocumentProxy } from 'unpdf';
import { TEMPLATE_SLUGS, type TemplateSlug } from '#shared/output/pdf/configuration.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { foreignBuyer, manyLines, printedInvoice, provenPdf, usualDocument } from './sample.ts';

afterAll(closeBrowser);

interface Piece {
  text: string;
  /** Size of type in points. */
  size: number;
  /** Points from the page's left edge: where it begins and ends. */
  x: number;
  end: number;
  /** Points from the page's foot. */
  y: number;
}

/** The pieces of text of each page, in a general reader of PDFs. */
async function piecesOf(
  document: InvoiceDocument,
  templateSlug: TemplateSlug,
  fontFamily: string | null = null,
): Promise<Piece[][]> {
  const pdf = await getDocumentProxy(await provenPdf(printedInvoice(document, { configuration: { templateSlug, fontFamily } })));
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.flatMap(item =>
      'str' in item && item.str.trim() !== ''
        ? [{ ...placeOf(item), text: item.str.replaceAll('\u00a0', ' '), size: Math.hypot(item.transform[2], item.transform[3]) }]
        : [],
    );
  });
  return Promise.all(pages);
}

const placeOf = ({ transform, width }: { transform: unknown[]; width: number }): Pick<Piece, 'x' | 'end' | 'y'> => {
  const [x, y] = transform.slice(4) as [number, number];
  return { x, end: x + width, y };
};

/** The right end of the text: 14 mm before the edge of A4 paper. */
const RIGHT_EDGE = ((210 - 14) * 72) / 25.4;

const LEFT_EDGE = (14 * 72) / 25.4;

/** The height of A4 paper, and of the margin at its foot, in points. */
const HEIGHT = (297 * 72) / 25.4;
const FOOT = (18 * 72) / 25.4;

const penalty = { penaltyEnabled: true, penaltyPercentPerDay: '0.05', penaltyGraceDays: 5 };

/** Millimetres of the table of totals, next to that of VAT. */
const TOTALS: Record<TemplateSlug, number> = { classic: 82, modern: 84, minimal: 76, bold: 82 };

/** Its largest piece, where a text occurs several times. */
const find = (pieces: readonly Piece[], text: string): Piece => {
  const [found] = pieces.filter(piece => piece.text.includes(text)).toSorted((a, b) => b.size - a.size);
  if (!found) throw new Error(`"${text}" is not there.`);
  return found;
};

it('the template modern keeps the text of lines 4.5 mm inside their tinted area, however many digits they have', async () => {
  const inset = (4.5 * 72) / 25.4;
  for (const unitPrice of ['100', '98765.4321', '9876543.21', '98765432.1', '1234567890.1', '9876543210']) {
    const lines = [sampleLine({ unitPrice, discountPercent: '5' }), sampleLine()];
    const document = sampleDocument({ lines });
    const [pieces = []] = await piecesOf(document, 'modern');
    const lowest = pieces.find(({ text }) => text === 'Total fără TVA')!.y;
    const table = pieces.slice(pieces.findIndex(({ text }) => text === 'Nr.')).filter(({ y }) => y > lowest);
    expect(table.some(({ text }) => text === 'Masă din stejar')).toBe(true);
    for (const { text, x, end } of table) {
      expect(x, text).toBeGreaterThanOrEqual(LEFT_EDGE + inset - 0.5);
      expect(end, text).toBeLessThanOrEqual(RIGHT_EDGE - inset + 0.5);
    }
  }
});

describe.each(TEMPLATE_SLUGS)('the template %s', slug => {
  it('prints text at 9 points at least, and nothing in the body below 6', async () => {
    const pieces = (await piecesOf(usualDocument(), slug)).flat();
    for (const text of ['Str. Mântuleasa', 'RO40123452', 'Scaun tapițat', '5.878,80', 'RO49', '20.134,08'])
      expect(find(pieces, text).size, text).toBeGreaterThanOrEqual(8.99);
    for (const { text, size } of pieces) expect(size, text).toBeGreaterThanOrEqual(6);
  });

  it('names the amount due above the parties', async () => {
    const [pieces = []] = await piecesOf(sampleDocument(), slug);
    const heads = pieces.filter(({ text }) => text.includes('121,00 RON')).map(({ y }) => y);
    expect(Math.max(...heads)).toBeGreaterThan(find(pieces, slug === 'minimal' ? 'Masă din stejar' : 'Str. Mântuleasa').y);
  });

  it('prints figures of twelve digits at 6.5 points at least, descriptions at 7.5, and all on the paper', async () => {
    const unitPrice = '9876543210';
    const lines = [sampleLine({ unitPrice, discountPercent: '5' }), sampleLine()];
    const [pieces = []] = await piecesOf(sampleDocument({ lines }), slug);
    const figure = find(pieces, '9.876.543.210,00').size;
    expect(figure).toBeGreaterThanOrEqual(6.5);
    // Small text below a figure is no larger than the figure.
    expect(find(pieces, '5%').size).toBeLessThanOrEqual(figure + 0.01);
    expect(find(pieces, 'Masă din stejar').size).toBeGreaterThanOrEqual(7.5);
    // No head is larger than the figures under it.
    expect(pieces.find(({ text }) => /^reducere$/i.test(text))!.size).toBeLessThanOrEqual(figure + 0.01);
  });

  it('keeps the padding of its rows next to figures of twelve digits', async () => {
    const edges = async (unitPrice: string) => {
      const [pieces = []] = await piecesOf(sampleDocument({ lines: [sampleLine({ unitPrice })] }), slug);
      const { y } = find(pieces, 'Masă din stejar');
      // Long figures are on a second line.
      const row = pieces.filter(piece => piece.y < y + 3 && piece.y > y - 18);
      return [Math.min(...row.map(({ x }) => x)), Math.max(...row.map(({ end }) => end))];
    };
    const [usual, long] = [await edges('100'), await edges('9876543210')];
    long.forEach((edge, place) => expect(edge).toBeCloseTo(usual[place] ?? 0, 0));
  });

  it('keeps the payment details on the page of the amount due, wherever the page ends', async () => {
    for (let count = 6; count <= 22; count += 4) {
      const pages = await piecesOf(usualDocument({ lines: manyLines(count) }), slug);
      const pageOf = (text: string): number => pages.findIndex(pieces => pieces.some(piece => piece.text.includes(text)));
      expect(pageOf('RO49'), `${count} lines`).toBe(pageOf('Total fără TVA'));
    }
  });

  it('never prints notes and the author of the document alone on a page: lines and totals are there, too', async () => {
    for (let count = 1; count <= 14; count++) {
      const pages = await piecesOf(usualDocument({ lines: manyLines(count) }), slug);
      const last = pages.at(-1)?.map(({ text }) => text) ?? [];
      for (const text of [/Ioana Ștefănescu/, /Vă mulțumim/, /RO49/, new RegExp(`Reper ${count}:`)])
        expect(last.join(' '), `${count} lines`).toMatch(text);
    }
  });

  it.each([
    ['characters', 'Garanția se acordă pentru defecte de fabricație. '.repeat(25)],
    ['lines', 'Garanție\n'.repeat(40)],
  ])('begins a note of many %s on the page of the totals, and continues it on the next one', async (_many, text) => {
    for (const count of [1, 5, 6, 7, 8, 9, 10, 11, 12]) {
      const pages = await piecesOf(usualDocument({ lines: manyLines(count), notes: `Prima vorbă. ${text}` }), slug);
      const pageOf = (sought: string): number => pages.findIndex(pieces => pieces.some(piece => piece.text.includes(sought)));
      for (const sought of ['Prima vorbă', 'Bunurile rămân', `Reper ${count}:`])
        expect(pageOf(sought), `${sought}, ${count} lines`).toBe(pageOf('RO49'));
      if (count === 1) expect(pageOf('Prima vorbă')).toBe(0);
    }
  });

  it('distributes a document of one line over its page, and needs no second page for it', async () => {
    const [pieces = []] = await piecesOf(sampleDocument(), slug);
    const lowest = Math.min(...pieces.map(({ y }) => y).filter(y => y > FOOT));
    expect((lowest - FOOT) / HEIGHT).toBeLessThan(0.36);
    for (let count = 1; count <= 5; count++)
      expect(await piecesOf(usualDocument({ lines: manyLines(count) }), slug), `${count} lines`).toHaveLength(1);
  });

  it.each(LANGUAGES)('prints the penalty in %s as label and value, like the rest of the payment', async language => {
    const pieces = (await piecesOf(sampleDocument({ language, ...penalty }), slug)).flat();
    const { penaltyLabel } = labelsOf(language);
    const [label, value] = pieces.slice(pieces.findIndex(({ text }) => text === penaltyLabel));
    const account = find(pieces, 'RO49');
    expect(value?.text).toMatch(/^0[,.]05/);
    expect(value?.x).toBeCloseTo(account.x, 1);
    expect(label?.x).toBeCloseTo(pieces.find(({ text }) => text === 'IBAN')!.x, 1);
    expect(label?.y).toBeCloseTo(value!.y, 1);
  });

  it.each(LANGUAGES)('increases no row for the per cent of a discount in %s', async language => {
    const lines = Array.from({ length: 6 }, (_, index) =>
      sampleLine({ description: `Reper ${index + 1}`, unitPrice: '125.5', discountPercent: index % 2 === 0 ? null : '12.5' }),
    );
    const [pieces = []] = await piecesOf(sampleDocument({ language, lines }), slug);
    const rows = pieces.filter(({ text }) => text.startsWith('Reper')).map(({ y }) => y);
    // From the second one on: the first may have space above it.
    const heights = rows.slice(2).map((y, index) => rows[index + 1]! - y);
    expect(heights).toHaveLength(4);
    // Rules are drawn at whole pixels.
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1);
    const percent = pieces.filter(({ text }) => /^12[,.]5\s?%$/.test(text));
    expect(percent.map(({ y }) => y.toFixed(1))).toEqual([1, 3, 5].map(index => rows[index]!.toFixed(1)));
  });

  it.each(LANGUAGES)(
    'keeps within the margins in %s: VAT in lei as a fourth column, long figures, a long name in the head',
    async language => {
      const name = 'Societatea pentru Producția și Comercializarea Mobilierului din Lemn Masiv „Meșteșugarii Carpaților”';
      const foreign = { language, currency: 'EUR', exchangeRate: '4.9765', client: foreignBuyer, seller: sampleSeller({ name }) };
      for (const unitPrice of ['3450', '98765432.1']) {
        const lines = [sampleLine({ unitPrice }), ...manyLines(30)];
        const document = usualDocument({ ...foreign, lines, exchangeRateDate: '2026-02-27' });
        const pages = await piecesOf(document, slug);
        expect(pages.length).toBeGreaterThan(1);
        for (const { text, end } of pages.flat()) expect(end, text).toBeLessThanOrEqual(RIGHT_EDGE + 1);
        const inLei = printedInvoice(document).document.vat?.rows.map(({ cells }) => cells.at(-1)?.text ?? '') ?? [];
        expect(inLei).toHaveLength(2);
        for (const figure of inLei)
          expect(find(pages.flat(), figure.replaceAll('\u00a0', ' ')).end, figure).toBeLessThan(
            RIGHT_EDGE - (TOTALS[slug] * 72) / 25.4,
          );
      }
    },
  );

  it.each(LANGUAGES)('prints an account on one line in %s, next to the longest label', async language => {
    const pages = await piecesOf(
      usualDocument({ language, ...penalty, payeeName: 'Factoring SA', payeeBankAccount: 'RO49AAAA1B31007593840000' }),
      slug,
    );
    const account = pages.flat().filter(({ text }) => /\b(RO49|3840000|9384 0000)\b/.test(text) || text.includes('RO49'));
    expect(account.map(({ text }) => text).join(' ')).toContain('RO49 AAAA 1B31 0075 9384 0000');
    expect(new Set(account.map(({ y }) => y)).size).toBe(1);
  });

  it.each(LANGUAGES)('prints the label of the amount due on one line in %s, whatever the amount is', async language => {
    for (const unitPrice of ['24320.24', '842218.75', '9876543.21', '98765432.1', '1234567890.1', '12345678901.1']) {
      const document = sampleDocument({ language, currency: 'RON', lines: [sampleLine({ unitPrice })] });
      const [pieces = []] = await piecesOf(document, slug);
      const due = printedInvoice(document).document.totals?.payable.replaceAll('\u00a0', ' ') ?? '';
      const totals = pieces.filter(({ x }) => x >= RIGHT_EDGE - (TOTALS[slug] * 72) / 25.4);
      const lowest = Math.min(...totals.filter(({ text }) => text === due).map(({ y }) => y));
      expect(lowest, due).toBeLessThan(1000);
      expect(totals.filter(({ y }) => y < lowest - 2 && y > lowest - 18).map(({ text }) => text)).toEqual([]);
    }
  });

  it('prints figures of seven digits at 7.5 points at least where there is no column of discounts', async () => {
    const lines = [sampleLine({ unitPrice: '9876543.21', description: 'Linie de producție pentru panouri stratificate' })];
    const [pieces = []] = await piecesOf(sampleDocument({ lines }), slug);
    const figures = pieces.filter(({ text }) => /^(9\.876\.543,21|2\.074\.074,07|11\.950\.617,28)$/.test(text));
    expect(figures.length).toBeGreaterThanOrEqual(4);
    for (const { text, size, end } of figures) {
      expect(size, text).toBeGreaterThanOrEqual(7.5);
      expect(end, text).toBeLessThanOrEqual(RIGHT_EDGE + 1);
    }
  });

  it('prints hyphens in Inter as in any text, not as wide as figures', async () => {
    const [pieces = []] = await piecesOf(usualDocument(), slug, 'Inter');
    const label = find(pieces, 'E-mail');
    // 3.17 with the hyphen of figures.
    expect((label.end - label.x) / label.size).toBeLessThan(3.05);
  });

  it('separates a discount from the rate after it', async () => {
    const lines = [sampleLine({ unitPrice: '25', quantity: '10', discountPercent: '5' })];
    const [pieces = []] = await piecesOf(sampleDocument({ lines, language: 'en' }), slug);
    const discount = pieces.find(({ text }) => text === '12.50');
    const rate = pieces.find(({ text, y }) => text === '21%' && y === discount?.y);
    expect(rate!.x - discount!.end).toBeGreaterThanOrEqual(12);
  });

  it('prints the lines of an address at equal distances', async () => {
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
