import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type FallbackName, FALLBACK_NAMES, FAMILY_NAMES, type FamilyName } from './css/families.ts';
import dejavu from './dejavu-sans.json' with { type: 'json' };
import { type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/**
 * Fonts are embedded in the page as `data:` URIs, because the printing browser has neither a network nor fonts of its own. A family
 * is divided into slices by Unicode range, and a page embeds those that its text needs. The font packages must not be bundled
 * (external), because their files are read at run time.
 */
const packaged = createRequire(import.meta.url);

export type Weight = 300 | 400 | 600 | 800;

interface Font {
  /** Unicode ranges by slice, in the format of `unicode-range`. */
  ranges: () => Record<string, string>;
  /** The file of a slice (WOFF2) in base64. */
  file: (slice: string, weight: number) => string;
  /** The available weights; a range such as `100 900` for a variable font, whose file has them all. */
  weights: readonly number[] | `${number} ${number}`;
  /** The slices that every page embeds if the family is used. */
  always?: readonly string[];
}

const packageFile = (path: string): string => readFileSync(packaged.resolve(path)).toString('base64');
const packageRanges = (path: string): Record<string, string> => packaged(path) as Record<string, string>;

/** The number in the name of a slice: `[12]` is the file `…-12-wght-normal.woff2`. */
const placed = (slice: string): string => slice.slice(1, -1);

const FONTS: Record<FamilyName | FallbackName, Font> = {
  // The package has the whole family in a file, which takes as long to load as a page to print; dejavu-sans.json is a subset of it.
  'DejaVu Sans': {
    ranges: () => ({ latin: dejavu.range }),
    file: (_, weight) => (weight > 400 ? dejavu[700] : dejavu[400]),
    weights: [400, 700],
    always: ['latin'],
  },
  'Open Sans': {
    ranges: () => packageRanges('@fontsource/open-sans/unicode.json'),
    file: (slice, weight) => packageFile(`@fontsource/open-sans/files/open-sans-${slice}-${weight}-normal.woff2`),
    weights: [300, 400, 600, 800],
    // Romanian needs latin-ext.
    always: ['latin', 'latin-ext'],
  },
  Inter: {
    ranges: () => packageRanges('@fontsource/inter/unicode.json'),
    file: (slice, weight) => packageFile(`@fontsource/inter/files/inter-${slice}-${weight}-normal.woff2`),
    weights: [300, 400, 600, 800],
    always: ['latin', 'latin-ext'],
  },
  'Noto Sans Arabic': {
    ranges: () => packageRanges('@fontsource/noto-sans-arabic/unicode.json'),
    file: (slice, weight) => packageFile(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-${slice}-${weight}-normal.woff2`),
    weights: [400, 600],
  },
  'Noto Sans SC': {
    ranges: () => packageRanges('@fontsource-variable/noto-sans-sc/unicode.json'),
    file: slice => packageFile(`@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${placed(slice)}-wght-normal.woff2`),
    weights: '100 900',
  },
  'Noto Emoji': {
    ranges: () => packageRanges('@fontsource-variable/noto-emoji/unicode.json'),
    file: slice => packageFile(`@fontsource-variable/noto-emoji/files/noto-emoji-${placed(slice)}-wght-normal.woff2`),
    weights: '300 700',
  },
};

/** The `@font-face` rules of families and fallback fonts that the characters of `text` need. */
export function fontFaces(families: readonly FamilyName[], text: string, weights: readonly Weight[]): SafeHtml {
  const left = new Set(text.match(/[^\0-\u024f\u2010-\u2026\u20ac]/gu)?.map(character => character.codePointAt(0) ?? 0));
  /** Whether a slice has characters that no earlier slice has; removes these from `left`. */
  const take = (name: FamilyName | FallbackName, slice: string): boolean => {
    const drawn = [...left].filter(code => has(name, slice, code));
    for (const code of drawn) left.delete(code);
    return drawn.length > 0;
  };
  const rules = [...new Set([...families, ...FALLBACK_NAMES])].flatMap(name => {
    const font = FONTS[name];
    const always = families.some(family => family === name) ? (font.always ?? []) : [];
    const needed = left.size === 0 ? always : slicesOf(name).filter(slice => take(name, slice) || always.includes(slice));
    return needed.flatMap(slice => facesOf(name, slice, weights));
  });
  return trusted(rules.join(''));
}

function facesOf(name: FamilyName | FallbackName, slice: string, asked: readonly Weight[]): string[] {
  const { weights } = FONTS[name];
  if (typeof weights === 'string') return [face(name, slice, weights)];
  const near = asked.map(weight => weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? weight);
  return [...new Set(near)].map(weight => face(name, slice, String(weight)));
}

/** The first letter or digit of a text that no font has and that the browser would print as a box; undefined if there is none. */
export function undrawn(text: string): string | undefined {
  return [...new Set(text.match(/[^\0-\u024f]/gu))].find(character => {
    const code = character.codePointAt(0) ?? 0;
    return /[\p{L}\p{N}]/u.test(character) && !ALL.some(name => slicesOf(name).some(slice => has(name, slice, code)));
  });
}

const ALL = [...new Set([...FAMILY_NAMES, ...FALLBACK_NAMES])];

const slicesOf = (name: FamilyName | FallbackName): string[] => Object.keys(FONTS[name].ranges());

const faces = new Map<string, string>();

function face(name: FamilyName | FallbackName, slice: string, weight: string): string {
  const key = `${name} ${slice} ${weight}`;
  const known = faces.get(key);
  if (known) return known;
  const { file, ranges } = FONTS[name];
  const css =
    `@font-face{font-family:'${name}';font-weight:${weight};font-display:block;` +
    `src:url(data:font/woff2;base64,${file(slice, Number(weight))}) format('woff2');unicode-range:${ranges()[slice]}}`;
  faces.set(key, css);
  return css;
}

const spans = new Map<string, (readonly [from: number, to: number])[]>();

/** Whether a slice contains a character. @param code its code point */
function has(name: FamilyName | FallbackName, slice: string, code: number): boolean {
  const key = `${name} ${slice}`;
  const known =
    spans.get(key) ??
    (FONTS[name].ranges()[slice] ?? '').split(',').map(range => {
      const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    });
  spans.set(key, known);
  return known.some(([from, to]) => code >= from && code <= to);
}
