import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type SafeHtml, trusted } from './html.ts';

/**
 * Open Sans inside the page as `data:` URIs: the browser that prints has neither a network nor fonts of its own. The
 * package must stay beside the bundle (external), because its files are read at run time.
 */
const packaged = createRequire(import.meta.url);

export const FONT_FAMILY = 'Open Sans';
const WEIGHTS = [400, 600] as const;

/** Subsets of the family, and the characters that call for them. Romanian needs latin-ext. */
const SUBSETS = [
  { name: 'latin', needed: null },
  { name: 'latin-ext', needed: null },
  { name: 'cyrillic', needed: /\p{Script=Cyrillic}/u },
  { name: 'cyrillic-ext', needed: /[\u0460-\u052f\u20b4\u2de0-\u2dff\ua640-\ua69f]/u },
  { name: 'greek', needed: /\p{Script=Greek}/u },
  { name: 'greek-ext', needed: /[\u1f00-\u1fff]/u },
  { name: 'vietnamese', needed: /[\u1ea0-\u1ef9\u20ab]/u },
] as const;
type Subset = (typeof SUBSETS)[number]['name'];

const faces = new Map<Subset, string>();

function facesOf(subset: Subset): string {
  const known = faces.get(subset);
  if (known) return known;
  const ranges = packaged('@fontsource/open-sans/unicode.json') as Record<string, string>;
  const css = WEIGHTS.map(weight => {
    const file = packaged.resolve(`@fontsource/open-sans/files/open-sans-${subset}-${weight}-normal.woff2`);
    const data = readFileSync(file).toString('base64');
    return (
      `@font-face{font-family:'${FONT_FAMILY}';font-weight:${weight};font-display:block;` +
      `src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${ranges[subset]}}`
    );
  }).join('');
  faces.set(subset, css);
  return css;
}

/** `@font-face` rules for the scripts that `text` is written in. */
export const fontFaces = (text: string): SafeHtml =>
  trusted(
    SUBSETS.filter(({ needed }) => needed === null || needed.test(text))
      .map(({ name }) => facesOf(name))
      .join(''),
  );
