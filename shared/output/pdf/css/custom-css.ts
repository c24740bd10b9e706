import type { CssNode, Declaration, Rule } from 'css-tree';
// Not the whole package, which reads files of its own folder when it is loaded: a bundle does not have them.
import parse from 'css-tree/parser';
import { writeSelectors } from './selectors.ts';
import { propertyOf } from './values.ts';

/** A company's style sheet, checked. */
export interface CheckedCss {
  /** The allowed part. It is generated from the syntax tree and contains no piece of the original text. */
  css: string;
  /** What is not allowed: a sentence for each problem, with its line. */
  problems: string[];
}

/** The most rules of a style sheet, to limit the work of the browser. */
const MOST_RULES = 250;
/** The most problems that an answer reports. */
const MOST_PROBLEMS = 20;

/**
 * Checks a style sheet by an allowlist (values.ts, selectors.ts): it may change how a document looks, but not what it says.
 * At-rules, URLs, functions other than colours, strings other than font names, and escapes are not allowed, so it can neither fetch
 * nor read anything. Pure.
 */
export function checkCss(source: string): CheckedCss {
  const problems: string[] = [];
  const refuse = (line: number | undefined, message: string): void => {
    problems.push(line === undefined ? message : `Line ${line}: ${message}`);
  };
  // Escapes could hide forbidden words, and `</style>` could end the style element. No style sheet needs either.
  if (/\\/.test(source)) refuse(lineOf(source, '\\'), 'escapes (\\) are not allowed.');
  if (source.includes('<')) refuse(lineOf(source, '<'), '"<" is not allowed.');
  if (/[\x00-\x08\x0e-\x1f\x7f]/.test(source)) refuse(undefined, 'Control characters are not allowed.');
  if (problems.length > 0) return { css: '', problems };

  const tree = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error, fallback) => {
      if (!isEmpty(fallback)) refuse(error.line, `cannot be read: ${error.message}.`);
    },
  });
  const rules = tree.type === 'StyleSheet' ? tree.children.toArray().filter(({ type }) => type !== 'Comment') : [];
  if (rules.length > MOST_RULES) refuse(undefined, `The style sheet has more than ${MOST_RULES} rules.`);
  const css = rules.slice(0, MOST_RULES).map(node => writeRule(node, refuse));
  return { css: css.join(''), problems: problems.slice(0, MOST_PROBLEMS) };
}

type Refuse = (line: number | undefined, message: string) => void;

const lineOf = (source: string, character: string): number => source.slice(0, source.indexOf(character)).split('\n').length;

/** Whether a node that could not be parsed is only superfluous semicolons. */
const isEmpty = (node: CssNode): boolean => node.type === 'Raw' && /^[;\s]*$/.test(node.value);

const lineAt = (node: CssNode): number | undefined => node.loc?.start.line;

function writeRule(node: CssNode, refuse: Refuse): string {
  if (node.type === 'Atrule') refuse(lineAt(node), `"@${node.name}" is not allowed.`);
  else if (node.type !== 'Rule') refuse(lineAt(node), 'only rules of the form "selector { property: value }" are allowed.');
  else return writeStyleRule(node, refuse);
  return '';
}

function writeStyleRule(rule: Rule, refuse: Refuse): string {
  const selectors = writeSelectors(rule.prelude);
  if ('refused' in selectors) refuse(lineAt(rule), `${selectors.refused} is not allowed.`);
  const declarations = rule.block.children.toArray().map(node => {
    if (node.type === 'Declaration') return writeDeclaration(node, refuse);
    if (isEmpty(node)) return '';
    refuse(lineAt(node), 'a rule may only contain declarations of the form "property: value".');
    return '';
  });
  const body = declarations.join('');
  return 'text' in selectors && body !== '' ? `${selectors.text}{${body}}` : '';
}

function writeDeclaration({ property: name, value, important, loc }: Declaration, refuse: Refuse): string {
  const line = loc?.start.line;
  const property = propertyOf(name);
  if (!property) refuse(line, `the property "${name}" may not be set.`);
  else if (important !== false) refuse(line, `"!important" at "${name}" is not allowed, and not needed.`);
  else {
    const written = value.type === 'Value' ? property.write(value.children.toArray()) : null;
    if (written !== null) return `${name.toLowerCase()}:${written};`;
    refuse(line, `the value of "${name}" is not allowed; it takes ${property.expects}.`);
  }
  return '';
}
