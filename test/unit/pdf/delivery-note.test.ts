import jsqr from 'jsqr';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveryNoteFile } from '#shared/documents/delivery-notes/identity.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { DEFAULT_CONFIGURATION, TEMPLATE_SLUGS } from '#shared/output/pdf/configuration.ts';
import { mandatoryFacts } from '#shared/output/pdf/facts.ts';
import { pdfKey } from '#shared/output/pdf/key.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { qrCode } from '#shared/output/pdf/qr-code.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { UIT } from '../../support/delivery-notes.ts';
import { pdfText } from '../../support/files.ts';
import { manyLines, printedInvoice, provenPdf, usualDocument } from './sample.ts';
import { declared, printedNote, sampleNote } from './sample-notes.ts';
import { DEPTH } from '../../support/effort.ts';

afterAll(closeBrowser);

const GROUPED = '3RM0 4QL7 ETK5 A117';
const deletion = { etransportDeletedAt: '2026-03-02T09:00:00.000Z' };
const unspaced = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** The SVG of a page's QR code; null where the page has none. */
const svgIn = (markup: string): string | null => /<svg[^]*<\/svg>/.exec(markup)?.[0] ?? null;

/** The content of an SVG of rows of modules as a scanner reads it: strokes of a unit's width. */
function scanned(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const path = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, first, second] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    const by = Number(first);
    if (command === 'M') [x, y] = [by, Number(second) - 0.5];
    else {
      if (command === 'h') {
        for (let row = y * scale; row < (y + 1) * scale; row++)
          for (let column = x * scale; column < (x + by) * scale; column++)
            pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
      x += by;
    }
  }
  return jsqr.default(pixels, width, width)?.data;
}

describe('the transport identifier (UIT) on a delivery note', () => {
  const designs = TEMPLATE_SLUGS.flatMap(slug =>
    [{}, { hidePrices: true }, { hideVat: true }].map(options => ({ slug, options })),
  ).filter((_, place) => DEPTH || place % 4 === 0);

  it.each(designs)(
    'is printed in $slug with $options: identifier, validity, vehicle, trailers, date',
    async ({ slug, options }) => {
      const page = printedNote(sampleNote({ ...declared, etransportTrailer2: 'B123XYZ' }), options, { templateSlug: slug });
      const pdf = await provenPdf(page);
      const text = unspaced(visibleText(pdf).join(''));
      const { transport } = labelsOf('ro');
      for (const said of [
        ...[transport.heading, transport.uit, GROUPED, `${transport.validUntil} 06.03.2026`, `${transport.vehicle} CJ07ATL`],
        ...[`${transport.trailers} CJ99REM, B123XYZ`, `${transport.date} 02.03.2026`],
      ])
        expect(text).toContain(unspaced(said));
      expect(text).not.toContain(unspaced(transport.cancelledUit));
      // As it is copied.
      expect(await pdfText(pdf)).toContain(UIT);
      expect(scanned(svgIn(templateOf(slug)(page).markup) ?? '')).toBe(UIT);
    },
  );

  it.each(TEMPLATE_SLUGS)('is struck out in %s once the authority has accepted the deletion, without a code', async slug => {
    const page = printedNote(sampleNote({ ...declared, ...deletion, status: 'cancelled' }), {}, { templateSlug: slug });
    const { markup } = templateOf(slug)(page);
    expect(markup).toContain(`<s class="uit">${GROUPED}</s>`);
    expect(svgIn(markup)).toBeNull();
    // Printed in `npm test` in one template.
    if (!DEPTH && slug !== TEMPLATE_SLUGS[0]) return;
    const text = unspaced(visibleText(await provenPdf(page)).join(''));
    expect(text).toContain(unspaced(labelsOf('ro').transport.cancelledUit));
    expect(text).not.toContain(unspaced(labelsOf('ro').transport.validUntil));
  });

  it.each([null, 'uploaded', 'nok'] as const)('is not printed with the status %s', etransportStatus => {
    const { document } = printedNote(sampleNote({ ...declared, etransportStatus }));
    expect(document.transport).toBeNull();
  });

  it('is printed once, on the first page of a long note', async () => {
    const pages = visibleText(await provenPdf(printedNote(sampleNote({ ...declared, lines: manyLines(60) }))));
    expect(pages.map(page => page.includes(GROUPED))).toEqual(pages.map((_, place) => place === 0));
  });

  it('has a name in every language', () => {
    for (const language of LANGUAGES) expect(Object.values(labelsOf(language).transport).every(Boolean), language).toBe(true);
  });

  it('is a mandatory fact of the PDF, and a style sheet of the company does not change the size of its code', () => {
    const { document } = printedNote(sampleNote(declared));
    expect(mandatoryFacts(document)).toContainEqual({ what: 'transport identifier', text: GROUPED });
    const { markup } = templateOf('classic')(printedNote(sampleNote(declared), {}, { customCss: '.qr { padding: 20pt }' }));
    expect(markup).toMatch(/\.qr svg\s*\{\s*display: block !important;\s*width: 24mm !important/);
  });
});

describe('a QR code', () => {
  it('is drawn in the page: no script, no external image, a white margin', () => {
    const { markup } = qrCode(UIT);
    expect(markup).toMatch(/^<svg [^]*<\/svg>$/);
    expect(markup).not.toMatch(/<script|<image|href|<text/);
    // 21 modules, and 4 on each side that stay white.
    expect(markup).toContain('viewBox="0 0 29 29"');
    expect(scanned(markup)).toBe(UIT);
  });
});

describe('the signature lines of a note', () => {
  const labels = Object.values(labelsOf('ro').signatures);

  it.runIf(DEPTH).each(TEMPLATE_SLUGS)(
    'are printed in %s below the recipient, on the same page, wherever the page ends',
    async slug => {
      for (let count = 14; count <= 34; count += 4) {
        const page = printedNote(
          sampleNote({ ...declared, lines: manyLines(count) }),
          { hidePrices: true },
          { templateSlug: slug },
        );
        const last = unspaced(visibleText(await provenPdf(page)).at(-1) ?? '');
        const places = ['Gheorghe Pârvu', ...labels].map(text => last.indexOf(unspaced(text)));
        expect(Math.min(...places), `${count} lines`).toBeGreaterThanOrEqual(0);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    },
  );

  it('are absent where there is nothing to sign', () => {
    expect(printedNote(sampleNote()).document.signatures).toEqual(labels);
    expect(printedNote(sampleNote({ status: 'cancelled' })).document.signatures).toEqual([]);
    expect(printedInvoice(usualDocument()).document.signatures).toEqual([]);
  });
});

describe('a return', () => {
  it('names the note whose goods are returned', () => {
    const { document } = printedNote(sampleNote({ returnOf: { id: 'x', number: 'AVZ-2026-016' } }));
    expect(document.title).toBe(labelsOf('ro').title.returnNote);
    expect(document.references).toContainEqual(expect.objectContaining({ label: 'Retur la avizul', text: 'AVZ-2026-016' }));
    expect(mandatoryFacts(document)).toContainEqual({ what: 'note whose goods come back', text: 'AVZ-2026-016' });
  });
});

describe('the file of a delivery note', () => {
  const key = (overrides: Parameters<typeof sampleNote>[0]) =>
    pdfKey(deliveryNoteFile({ ...base, ...overrides } as typeof base), DEFAULT_CONFIGURATION, null);
  const base = sampleNote();
  const changes = [
    declared,
    { ...declared, etransportValidUntil: '2026-03-16' },
    { ...declared, etransportVehicleNumber: 'B200ABC' },
    { ...declared, etransportTrailer1: null },
    { ...declared, etransportTransportDate: '2026-03-03' },
    { ...declared, ...deletion },
  ];

  it('changes with each printed change of the transport', () => {
    expect(new Set([{}, ...changes].map(key)).size).toBe(changes.length + 1);
  });

  it('does not change with the rest: everything before there is an identifier, the rest of the declaration after', () => {
    const before = { ...declared, etransportStatus: 'uploaded', etransportUit: null } as const;
    expect(key({ ...before, etransportErrorMessage: 'x' })).toBe(key({}));
    const records = { transportRecords: ['a'], pastTransportRecords: ['b'], etransportDeclarationId: 'a' };
    expect(key(records)).toBe(key({}));
    const others = {
      ...records,
      etransportUploadId: '7',
      etransportSubmittedAt: '2026-03-01T08:00:00.000Z',
      etransportEndLocality: 'Iași',
    };
    expect(key({ ...declared, ...others })).toBe(key(declared));
    expect(key({ ...declared, ...deletion, etransportVehicleNumber: 'B200ABC' })).toBe(key({ ...declared, ...deletion }));
  });
});
