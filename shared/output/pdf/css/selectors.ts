import type { CssNode, SelectorList } from 'css-tree';

/**
 * The selectors that a company's style sheet may use: elements, classes, ids, combinators, and some pseudo-classes about an
 * element's position. Attribute selectors and pseudo-elements are not allowed: they could read content, or add some.
 */

const NAME = /^-?[a-z_][\w-]*$/i;
const PLACES = new Set([
  'root',
  'empty',
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
]);
const COUNTED = new Set(['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type']);
const LOGICAL = new Set(['not', 'is', 'where']);
/** The most parts of a selector, to limit the work of the browser for each element. */
const MOST_PARTS = 12;

/** The generated text of a list of selectors, or the part that is not allowed. */
export function writeSelectors(prelude: CssNode): { text: string } | { refused: string } {
  if (prelude.type !== 'SelectorList') return { refused: 'a selector that cannot be read' };
  try {
    return { text: list(prelude) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

class Refused extends Error {
  override name = 'Refused';
}

const list = ({ children }: SelectorList, isInner = false): string =>
  children
    .toArray()
    .map(selector => {
      if (selector.type !== 'Selector') throw new Refused('a selector that cannot be read');
      const parts = selector.children.toArray();
      if (parts.length > MOST_PARTS) throw new Refused(`a selector of more than ${MOST_PARTS} parts`);
      return parts.map(one => part(one, isInner)).join('');
    })
    .join(',');

const named = (name: string, prefix = ''): string => {
  if (!NAME.test(name)) throw new Refused(`the name "${name}"`);
  return `${prefix}${name}`;
};

function part(node: CssNode, isInner: boolean): string {
  switch (node.type) {
    case 'TypeSelector':
      return node.name === '*' ? '*' : named(node.name);
    case 'ClassSelector':
      return named(node.name, '.');
    case 'IdSelector':
      return named(node.name, '#');
    case 'Combinator':
      if (![' ', '>', '+', '~'].includes(node.name)) throw new Refused(`the combinator "${node.name}"`);
      return node.name;
    case 'PseudoClassSelector':
      return pseudoClass(node.name.toLowerCase(), node.children?.first ?? null, isInner);
    case 'PseudoElementSelector':
      throw new Refused(`the pseudo-element "::${node.name}"`);
    case 'AttributeSelector':
      throw new Refused('an attribute selector');
    default:
      throw new Refused('a selector that cannot be read');
  }
}

function pseudoClass(name: string, argument: CssNode | null, isInner: boolean): string {
  if (PLACES.has(name) && argument === null) return `:${name}`;
  if (COUNTED.has(name) && argument?.type === 'Nth' && argument.selector === null) return `:${name}(${nth(argument.nth)})`;
  if (LOGICAL.has(name) && argument?.type === 'SelectorList' && !isInner) return `:${name}(${list(argument, true)})`;
  throw new Refused(`the pseudo-class ":${name}"`);
}

function nth(node: CssNode): string {
  if (node.type === 'Identifier' && /^(even|odd)$/i.test(node.name)) return node.name;
  if (node.type !== 'AnPlusB') throw new Refused('a place that cannot be read');
  const [step, first] = [Number(node.a ?? 0), Number(node.b ?? 0)];
  if (!Number.isInteger(step) || !Number.isInteger(first)) throw new Refused('a place that cannot be read');
  return `${step}n${first < 0 ? '' : '+'}${first}`;
}
