import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { printedDeliveryNote } from '#shared/documents/delivery-notes/print.ts';
import { printedInvoice as printedForm } from '#shared/documents/invoices/print/invoice.ts';
import type { Language } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { trusted } from '#shared/base/kernel/html.ts';
import { closeBrowser, printPage } from '#shared/output/pdf/browser.ts';
import { pageCount } from '#shared/output/pdf/templates/carry-forward.ts';
import { TEMPLATE_SLUGS, type TemplateSlug } from '#shared/output/pdf/configuration.ts';
import { formatOf } from '#shared/output/pdf/format.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated, places } from '../../support/effort.ts';
import { manyLines, printedInvoice, provenPdf, usualDocument } from './sample.ts';
import { sampleNote } from './sample-notes.ts';

afterAll(closeBrowser);

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** The sums of the first lines, computed in whole cents, as the language writes them: net, VAT, total. */
function sumsOf({ lines }: InvoiceDocument, count: number, language: Language): string[] {
  const { money } = formatOf(labelsOf(language));
  return (['subtotal', 'vatAmount', 'total'] as const).map(amount => {
    const sum = lines.slice(0, count).reduce((total, line) => total + cents(line[amount]), 0n);
    const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
    return money(`${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
  });
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ').toLowerCase();

/** What follows a label on a page: the sums, one in each line of its text. */
const sumsAfter = (label: string, page: string): string[] =>
  plain(page)
    .split(`\n${plain(label)}\n`)[1]
    ?.split('\n')
    .slice(0, 3) ?? [];

/** Expects that each page but the last ends with the sums of the lines so far, and each but the first begins with them. */
function expectTotals(pages: readonly string[], document: InvoiceDocument, language: Language): void {
  const { carriedForward, broughtForward } = labelsOf(language);
  let printed = 0;
  pages.forEach((page, index) => {
    const before = sumsOf(document, printed, language).map(plain);
    if (index > 0) expect(sumsAfter(broughtForward, page), `page ${index + 1}`).toEqual(before);
    const lines = page.match(/Reper \d+:/g) ?? [];
    for (const line of lines) expect(line).toBe(`Reper ${++printed}:`);
    if (index < pages.length - 1) {
      const after = sumsOf(document, printed, language).map(plain);
      // Where both labels are the same word, the second one of the page.
      const rest = page.slice(page.lastIndexOf(`Reper ${printed}:`));
      expect(sumsAfter(carriedForward, rest), `page ${index + 1}`).toEqual(after);
      expect(lines.length, `page ${index + 1}`).toBeGreaterThan(0);
    }
  });
  expect(printed).toBe(document.lines.length);
}

const pagesOf = async (document: InvoiceDocument, templateSlug: TemplateSlug = 'classic'): Promise<string[]> =>
  visibleText(await provenPdf(printedInvoice(document, { configuration: { templateSlug } })));

describe('page totals of long documents', () => {
  it('are the exact sums of the printed amounts', () => {
    const line = fc.record({
      quantity: fc.integer({ min: -999_999, max: 999_999 }).map(count => String(count / 1000)),
      unitPrice: fc.integer({ min: 0, max: 99_999_999 }).map(price => String(price / 100)),
      vatRate: fc.constantFrom('21', '11', '0'),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), lines => {
        const document = sampleDocument({ lines: lines.map(each => sampleLine(each)) });
        const { columns, carried } = printedForm(document).lines;
        lines.forEach((_, index) =>
          expect(carried?.sums[index]?.filter(Boolean)).toEqual(sumsOf(document, index + 1, document.language)),
        );
        expect(carried?.sums[0]).toHaveLength(columns.length);
      }),
      generated({ runs: 30, seed: 7 }),
    );
  });

  const designs = [
    ['classic', 'ro', 60],
    ['modern', 'en', 60],
    ['minimal', 'de', 45],
    ['bold', 'fr', 120],
  ] as const satisfies [TemplateSlug, Language, number][];
  it.each(designs)('end a page and begin the next one: %s in %s, %d lines', async (slug, language, count) => {
    const document = usualDocument({ language, lines: manyLines(count) });
    const pages = await pagesOf(document, slug);
    expect(pages.length).toBeGreaterThan(2);
    expectTotals(pages, document, language);
  });

  it('are right wherever the last page begins', async () => {
    for (const count of places(40, 8).map(place => 6 + place)) {
      const document = usualDocument({ lines: manyLines(count) });
      expectTotals(await pagesOf(document, TEMPLATE_SLUGS[count % 4]), document, 'ro');
    }
  });

  it('are in the second row of lines that have two', async () => {
    const lines = manyLines(40).map(line => ({
      ...line,
      quantity: '99999.9999',
      unitPrice: '99999.9999',
      discountPercent: '1.25',
    }));
    const document = usualDocument({ lines });
    const pages = await pagesOf(document);
    expect(pages.length).toBeGreaterThan(1);
    expectTotals(pages, document, 'ro');
  });

  it('are not on a document of one page, nor on one without prices', async () => {
    expect((await pagesOf(usualDocument({ lines: manyLines(6) }))).join('\n')).not.toContain('De reportat');
    expect(printedDeliveryNote(sampleNote({ lines: manyLines(60) }), { hidePrices: true }).lines.carried).toBeNull();
    const net = printedDeliveryNote(sampleNote({ lines: manyLines(60) }), { hideVat: true }).lines;
    expect(net.carried?.sums[0]?.filter(Boolean)).toHaveLength(1);
  });

  it('are left out where the browser prints other pages than it measured', async () => {
    const { markup } = templateOf('classic')(printedInvoice(usualDocument({ lines: manyLines(30) })));
    const wrong = await printPage(trusted(markup.replace(/data-rooms="[^"]*"/, 'data-rooms="310 310"')));
    const pages = visibleText(wrong);
    expect(pages.join('\n')).not.toContain('De reportat');
    expect(pages.join('\n')).toContain('Reper 30:');
    expect(pageCount(wrong)).toBe(pages.length);
  });
});

describe('columns', () => {
  it('that are empty in all lines are left out', () => {
    const labels = (unitOfMeasure: string): string[] =>
      printedForm(
        sampleDocument({ lines: [sampleLine({ unitOfMeasure }), sampleLine({ unitOfMeasure: '' })] }),
      ).lines.columns.map(({ label }) => label);
    expect(labels('buc')).toContain('U.M.');
    expect(labels('')).not.toContain('U.M.');
    expect(labels('buc')).not.toContain('Reducere');
  });
});
