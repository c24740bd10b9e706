import { describe, expect, it } from 'vitest';
import { checkCss } from '#shared/output/pdf/css/custom-css.ts';
import { stackOf } from '#shared/output/pdf/css/families.ts';
import { PROPERTY_NAMES } from '#shared/output/pdf/css/values.ts';
import { ALLOWED, hostileInputs } from '../../support/attacks/hostile.ts';

const inputs = hostileInputs('http://127.0.0.1:9/', 'file:///etc/hostname');
const styles = inputs.filter(({ into }) => into === 'css');

/** Selectors, braces and `property: value` of plain words, numbers and hex colours: nothing that could be more. */
const PLAIN = /^([\w\s.#:,()>+~*-]+\{([a-z-]+:[\w\s.#%,-]+;)+\})*$/;

describe('a hostile style sheet', () => {
  it('is one of more than 300 inputs', () => {
    expect(inputs.length).toBeGreaterThan(300);
    expect(new Set(inputs.map(({ name }) => name)).size).toBe(inputs.length);
  });

  it('is rejected, except those that only use extreme values', () => {
    const passed = styles.filter(({ value }) => checkCss(value).problems.length === 0).map(({ name }) => name);
    // Unclosed blocks are closed by the end of the text (CSS Syntax 3), and an unknown font is printed as the document's own.
    const harmless = [
      'an unclosed rule',
      'an unclosed comment',
      'an unclosed string',
      'font-family: Symbol, Wingdings, Webdings at *',
    ];
    expect(passed.toSorted()).toEqual([...ALLOWED, ...harmless].toSorted());
  });

  it.each(styles.map(({ name, value }) => [name, value]))('leaves nothing but plain rules: %s', (_name, value) => {
    const { css } = checkCss(value);
    expect(css).toMatch(PLAIN);
    expect(css).not.toMatch(/url|import|expression|image|@|\\|<|"|'/i);
    for (const [, property = ''] of css.matchAll(/[{;]([a-z-]+):/g)) expect(PROPERTY_NAMES).toContain(property);
  });
});

describe('a style sheet of a company', () => {
  it.each([
    ['body { color: red }', 'body{color:#ff0000;}'],
    ['H1{COLOR:Navy}', 'H1{color:#000080;}'],
    [
      '.totals .grand > td:nth-child(2n+1) { border-top: 1px solid #abc }',
      '.totals .grand>td:nth-child(2n+1){border-top:1px solid #aabbcc;}',
    ],
    ['tr:not(:first-child), .lines th { padding: 1mm 2mm }', 'tr:not(:first-child),.lines th{padding:1mm 2mm;}'],
    ['h1 { color: rgb(10, 20, 30); background: hsl(200 50% 90%) }', 'h1{color:#0a141e;background:#d9eaf2;}'],
    ['h1 { background: hsl(200deg 50% 90%) }', 'h1{background:#d9eaf2;}'],
    ['p { font-family: Arial, "open sans", sans-serif }', `p{font-family:${stackOf('Open Sans')};}`],
    ['p { margin: 0 auto; letter-spacing: -.02em; font-size: 120% }', 'p{margin:0 auto;letter-spacing:-0.02em;font-size:120%;}'],
    ['/* nothing */', ''],
    ['p { color: navy;; }', 'p{color:#000080;}'],
  ])('%s is written out as %s', (source, css) => {
    expect(checkCss(source)).toEqual({ css, problems: [] });
  });

  it.each([
    ['h1 { color: red }\n\n.totals { opacity: 0 }', 'Line 3: the property "opacity" may not be set.'],
    ['@media print { h1 { color: red } }', 'Line 1: "@media" is not allowed.'],
    ['h1 { color: #ccc }', /^Line 1: the value of "color" is not allowed; it takes an opaque colour/],
    ['h1 { color: red !important }', 'Line 1: "!important" at "color" is not allowed, and not needed.'],
    ['h1::after { color: red }', 'Line 1: the pseudo-element "::after" is not allowed.'],
    ['h1 { font-size: 5pt }', /6pt to 28pt/],
    ['h1 { margin: -1mm }', /lengths from 0 to 57pt/],
    ['h1 { color: r\\65 d }', 'Line 1: escapes (\\) are not allowed.'],
    ['\n</style>', 'Line 2: "<" is not allowed.'],
    ['{ color: red }', /cannot be read/],
  ])('%j is rejected with what to change', (source, problem) => {
    expect(checkCss(source).problems[0]).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });

  it('names at most twenty problems', () => {
    expect(checkCss('a { x: y }\n'.repeat(100)).problems).toHaveLength(20);
  });
});
