import type { CssNode } from 'css-tree';
import { isLight, isReadable, opaqueColor } from './colors.ts';
import { knownFamily, FAMILY_NAMES, stackOf } from './families.ts';

/**
 * The properties that a company's style sheet may set, with the allowed values: every text must stay readable, in its place and in
 * its order. The generated CSS consists only of checked numbers and known words.
 */
export interface Property {
  /** The allowed values, for the error message. */
  expects: string;
  /** The generated text of a value; null when it is not allowed. */
  write: (words: readonly CssNode[]) => string | null;
}

/** The absolute units in points. */
const POINTS: Record<string, number> = { pt: 1, px: 0.75, mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pc: 12, q: 18 / 25.4 };
/** 1em in the body of a document, in points. */
const BODY = 8.5;

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

type Write = Property['write'];
type Word = (word: CssNode) => string | null;

/** A length between limits in points. Relative units are taken relative to the font size of the body. */
const length =
  (min: number, max: number): Word =>
  word => {
    if (word.type === 'Number' && Number(word.value) === 0 && min <= 0) return '0';
    if (word.type !== 'Dimension') return null;
    const unit = word.unit.toLowerCase();
    const size = POINTS[unit] ?? (unit === 'em' || unit === 'rem' ? BODY : Number.NaN);
    const value = Number(word.value);
    return value * size >= min && value * size <= max ? `${rounded(value)}${unit}` : null;
  };

const keyword =
  (...allowed: string[]): Word =>
  word => {
    const name = word.type === 'Identifier' ? word.name.toLowerCase() : '';
    return allowed.includes(name) ? name : null;
  };

/** A factor of the inherited size, as `1.2em` or `120%`. */
const share =
  (min: number, max: number): Word =>
  word => {
    const value =
      word.type === 'Percentage' ? Number(word.value) / 100 : word.type === 'Dimension' ? Number(word.value) : Number.NaN;
    if (word.type === 'Dimension' && !/^r?em$/i.test(word.unit)) return null;
    if (!(value >= min && value <= max)) return null;
    return word.type === 'Percentage'
      ? `${rounded(value * 100)}%`
      : `${rounded(value)}${(word as { unit: string }).unit.toLowerCase()}`;
  };

const number =
  (min: number, max: number): Word =>
  word => {
    const value = word.type === 'Number' ? Number(word.value) : Number.NaN;
    return value >= min && value <= max ? rounded(value) : null;
  };

const color =
  (accepts: (color: string) => boolean): Word =>
  word => {
    const found = opaqueColor(word);
    return found !== null && accepts(found) ? found : null;
  };

const either =
  (...choices: Word[]): Word =>
  word =>
    choices.reduce<string | null>((found, choice) => found ?? choice(word), null);

/** One to `most` values of the same kind. */
const words =
  (word: Word, most = 1): Write =>
  nodes => {
    const written = nodes.map(word);
    return written.length >= 1 && written.length <= most && !written.includes(null) ? written.join(' ') : null;
  };

const textColor = either(color(isReadable), keyword('inherit'));
const anyColor = color(() => true);
const ruleWidth = either(length(0, 6), keyword('thin', 'medium'));
const ruleStyle = keyword('none', 'solid', 'dashed', 'dotted', 'double');
const space = length(0, 57);

/** Width, style and colour, each at most once, in any order. */
const border: Write = nodes => {
  const kinds = nodes.map(node => [ruleWidth, ruleStyle, anyColor].findIndex(word => word(node) !== null));
  const isFit = nodes.length >= 1 && !kinds.includes(-1) && new Set(kinds).size === kinds.length;
  return isFit ? nodes.map(node => either(ruleWidth, ruleStyle, anyColor)(node)).join(' ') : null;
};

/** A list of font families: the first bundled one is used; if there is none, the inherited family stays. */
const families: Write = nodes => {
  const names = nodes
    .map(node => (node.type === 'Identifier' ? node.name : node.type === 'String' ? node.value : isComma(node) ? ',' : '\0'))
    .join(' ')
    .split(',')
    .map(name => name.trim());
  if (names.some(name => !/^[\w -]{1,60}$/.test(name))) return null;
  const family = knownFamily(names);
  return family ? stackOf(family) : 'inherit';
};

const isComma = (node: CssNode): boolean => node.type === 'Operator' && node.value === ',';

const of = (expects: string, write: Write): Property => ({ expects, write });
const sides = (name: string, property: Property, suffix = ''): [string, Property][] =>
  ['top', 'right', 'bottom', 'left'].map(side => [`${name}-${side}${suffix}`, property]);

const TEXT_COLOR = of('an opaque colour no lighter than #999999, so that it can be read on white paper', words(textColor));
const GROUND = of(
  'an opaque colour no darker than #d3d3d3, so that any text can be read on it, or none',
  words(either(color(isLight), keyword('transparent', 'none'))),
);
const RULE_COLOR = 'an opaque colour';
const RULE = 'a width of at most 6pt, a style (none, solid, dashed, dotted, double), an opaque colour';
const MARGIN = 'lengths from 0 to 57pt, or auto';
const PADDING = 'lengths from 0 to 57pt';
const aligned = (expects: string, ...allowed: string[]): Property => of(expects, words(keyword(...allowed)));

const PROPERTIES = new Map<string, Property>([
  ['color', TEXT_COLOR],
  ['background-color', GROUND],
  ['background', GROUND],
  ['font-family', of(`names of families (${FAMILY_NAMES.join(', ')}; others are printed in the document's own)`, families)],
  ['font-size', of('6pt to 28pt, or 0.7em to 2em', words(either(share(0.7, 2), length(6, 28))))],
  ['font-weight', of('normal, bold or 300 to 900', words(either(keyword('normal', 'bold'), number(300, 900))))],
  ['font-style', aligned('normal or italic', 'normal', 'italic')],
  ['line-height', of('normal or 1.1 to 2.5', words(either(keyword('normal'), number(1.1, 2.5))))],
  ['letter-spacing', of('normal or -0.2pt to 0.9pt', words(either(keyword('normal'), length(-0.2, 0.9))))],
  ['word-spacing', of('normal or 0 to 4pt', words(either(keyword('normal'), length(0, 4))))],
  ['text-align', aligned('left, right, center, justify, start or end', 'left', 'right', 'center', 'justify', 'start', 'end')],
  ['text-transform', aligned('none, uppercase or capitalize', 'none', 'uppercase', 'capitalize')],
  ['text-decoration', aligned('none or underline', 'none', 'underline')],
  ['vertical-align', aligned('top, middle, bottom or baseline', 'top', 'middle', 'bottom', 'baseline')],
  ['align-items', aligned('start, center or end', 'start', 'center', 'end', 'flex-start', 'flex-end', 'baseline')],
  [
    'justify-content',
    aligned('start, center, end or space-between', 'start', 'center', 'end', 'flex-start', 'flex-end', 'space-between'),
  ],
  ['gap', of('one or two lengths from 0 to 57pt', words(space, 2))],
  ['column-gap', of('a length from 0 to 57pt', words(space))],
  ['row-gap', of('a length from 0 to 57pt', words(space))],
  ['margin', of(MARGIN, words(either(space, keyword('auto')), 4))],
  ...sides('margin', of(MARGIN, words(either(space, keyword('auto'))))),
  ['padding', of(PADDING, words(space, 4))],
  ...sides('padding', of(PADDING, words(space))),
  ['border', of(RULE, border)],
  ...sides('border', of(RULE, border)),
  ['border-width', of('widths of at most 6pt', words(ruleWidth, 4))],
  ...sides('border', of('a width of at most 6pt', words(ruleWidth)), '-width'),
  ['border-style', of('none, solid, dashed, dotted or double', words(ruleStyle, 4))],
  ...sides('border', of('none, solid, dashed, dotted or double', words(ruleStyle)), '-style'),
  ['border-color', of(RULE_COLOR, words(anyColor, 4))],
  ...sides('border', of(RULE_COLOR, words(anyColor)), '-color'),
  ['border-radius', of('one to four lengths from 0 to 14pt', words(length(0, 14), 4))],
]);

/** The allowed values of a property; undefined when it must not be set. */
export const propertyOf = (name: string): Property | undefined => PROPERTIES.get(name.toLowerCase());

export const PROPERTY_NAMES: readonly string[] = [...PROPERTIES.keys()];
