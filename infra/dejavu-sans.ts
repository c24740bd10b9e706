import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';

/**
 * `node infra/dejavu-sans.ts` makes a subset of DejaVu Sans with the Latin letters and the signs of a document, and writes it to
 * shared/output/pdf/dejavu-sans.json, which the templates of documents embed. The subset is a tenth of the font file, whose 6,000 glyphs
 * take longer to parse than a document takes to print.
 */
const packaged = createRequire(import.meta.url);

/** Latin letters with diacritics, combining marks, punctuation, currencies, arrows and mathematical signs. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x259, 0x259],
  [0x2b0, 0x2dd],
  [0x300, 0x331],
  [0x1e00, 0x1ef9],
  [0x2000, 0x206f],
  [0x2070, 0x209c],
  [0x20a0, 0x20b9],
  [0x2113, 0x2116],
  [0x2122, 0x2122],
  [0x2190, 0x2199],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2260, 0x2265],
  [0x25a0, 0x25cf],
];

export interface CutFont {
  /** `unicode-range` */
  range: string;
  /** WOFF2 in base64. */
  400: string;
  700: string;
}

export async function cutDejavuSans(): Promise<CutFont> {
  const text = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));
  const cut = async (weight: 400 | 700): Promise<string> => {
    const whole = readFileSync(packaged.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`));
    const part = await subsetFont(whole, text.join(''), {
      targetFormat: 'woff2',
      // Hinting only helps on low-resolution screens, and the table MATH only in formulas.
      noHinting: true,
      dropTables: ['FFTM', 'MATH'],
      keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk'],
    });
    return Buffer.from(part).toString('base64');
  };
  const hex = (code: number): string => code.toString(16).toUpperCase();
  const range = RANGES.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',');
  return { range, 400: await cut(400), 700: await cut(700) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = join(import.meta.dirname, '../shared/output/pdf/dejavu-sans.json');
  writeFileSync(target, `${JSON.stringify(await cutDejavuSans(), null, 2)}\n`);
}
