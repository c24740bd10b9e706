import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FamilyName } from './families.ts';
import { type SafeHtml, trusted } from './html.ts';

/**
 * Fonts inside the page as `data:` URIs: the browser that prints has neither a network nor fonts of its own. The packages must stay
 * beside the bundle (external), because their files are read at run time.
 */
const packaged = createRequire(import.meta.url);

interface Files {
  /** Path of a file, and of the table of Unicode ranges by subset. */
  file: (subset: string, weight: Weight) => string;
  ranges: () => string;
  /** Percentage of the size at which the family sets as wide as the others. */
  adjust?: number;
}

export type Weight = 300 | 400 | 600 | 800;

const FILES: Record<FamilyName, Files> = {
  'Open Sans': {
    file: (subset, weight) => packaged.resolve(`@fontsource/open-sans/files/open-sans-${subset}-${weight}-normal.woff2`),
    ranges: () => packaged.resolve('@fontsource/open-sans/unicode.json'),
  },
  Inter: {
    file: (subset, weight) => packaged.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`),
    ranges: () => packaged.resolve('@fontsource/inter/unicode.json'),
    adjust: 94,
  },
};

/** Subsets of a family, and the characters that call for them. Romanian needs latin-ext. */
const SUBSETS = [
  { name: 'latin', needed: null },
  { name: 'latin-ext', needed: null },
  { name: 'cyrillic', needed: /\p{Script=Cyrillic}/u },
  { name: 'cyrillic-ext', needed: /[\u0460-\u052f\u20b4\u2de0-\u2dff\ua640-\ua69f]/u },
  { name: 'greek', needed: /\p{Script=Greek}/u },
  { name: 'greek-ext', needed: /[\u1f00-\u1fff]/u },
  { name: 'hebrew', needed: /\p{Script=Hebrew}/u },
  { name: 'vietnamese', needed: /[\u1ea0-\u1ef9\u20ab]/u },
] as const;

const faces = new Map<string, string>();

/** The `@font-face` of a subset; nothing where the family does not have it. */
function face(family: FamilyName, subset: string, weight: Weight): string {
  const { file, ranges, adjust } = FILES[family];
  const range = (packaged(ranges()) as Record<string, string>)[subset];
  if (!range) return '';
  const name = `${family} ${subset} ${weight}`;
  const known = faces.get(name);
  if (known) return known;
  const css =
    `@font-face{font-family:'${family}';font-weight:${weight};font-display:block;` +
    `src:url(data:font/woff2;base64,${readFileSync(file(subset, weight)).toString('base64')}) format('woff2')` +
    `;unicode-range:${range}${adjust ? `;size-adjust:${adjust}%` : ''}}`;
  faces.set(name, css);
  return css;
}

/** `@font-face` rules of a family for the scripts that `text` is written in. */
export const fontFaces = (family: FamilyName, text: string, weights: readonly Weight[]): SafeHtml =>
  trusted(
    SUBSETS.filter(({ needed }) => needed === null || needed.test(text))
      .flatMap(({ name }) => weights.map(weight => face(family, name, weight)))
      .join(''),
  );
