import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** The rows of docs/asvs.md: the requirements of the standard, and the weaknesses that reviews found. */

const ROOT = join(import.meta.dirname, '../..');

/** The function that a call begins with: `test` of `test.each(cases)('title', …)`. */
const beginning = (node: ts.Node): ts.Node =>
  ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? beginning(node.expression) : node;

/** A title as the source has it, with the placeholders of its values. */
const textOf = (node: ts.Node | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
};

/** The titles of all tests of a source, each after those of its groups: ` > group > title`. */
function titlesIn(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node, groups: string): void => {
    const title = ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
    const word = ts.isCallExpression(node) ? beginning(node).getText() : '';
    const path = title === undefined ? groups : `${groups} > ${title}`;
    if (title !== undefined && (word === 'test' || word === 'it')) titles.push(path);
    ts.forEachChild(node, child => visit(child, word === 'describe' ? path : groups));
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), '');
  return titles;
}

const known = new Map<string, string[]>();

/** What is wrong with the reference to a test; undefined if its file has exactly one test of that title. */
function wrongIn(file: string, title: string): string | undefined {
  try {
    const titles = known.get(file) ?? titlesIn(readFileSync(join(ROOT, file), 'utf8'));
    known.set(file, titles);
    const found = titles.filter(one => one.endsWith(` > ${title}`)).length;
    return found === 1 ? undefined : `${file} has ${found} tests “${title}”`;
  } catch {
    return `${file} does not exist`;
  }
}

const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = page
  .split('\n')
  .filter(line => /^\| (?!---|Number|Weakness)/.test(line))
  .map(line => line.slice(2, -2).split(' | '));
const requirements = rows.flatMap(([number = '', level, , state]) =>
  /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, state }] : [],
);

/** What is wrong with the last two cells of a row: the state, and the tests or the reason. */
function wrongWith(cells: string[]): string[] {
  const [state = '', text = ''] = cells.slice(-2).map(cell => cell.replaceAll('\\|', '|').replaceAll('&lt;', '<'));
  if (state === 'not applicable' || state === '**gap**') return /\w/.test(text) ? [] : [`${cells[0]}: gives no reason`];
  if (state !== 'tested') return [`${cells[0]}: the state “${state}” is none of tested, not applicable, **gap**`];
  return text.split('<br>').flatMap(reference => {
    const [, file, title] = /^(test\/\S+\.test\.ts): “(.+)”$/.exec(reference) ?? [];
    const wrong = file && title ? wrongIn(file, title) : `“${reference}” does not name a test`;
    return wrong === undefined ? [] : [`${cells[0]}: ${wrong}`];
  });
}

describe('docs/asvs.md', () => {
  test('has each of the 70 requirements of level 1 and the 183 of level 2 once, in order', () => {
    expect([1, 2].map(level => requirements.filter(one => one.level === String(level)).length)).toEqual([70, 183]);
    const numbers = requirements.map(({ number }) => number);
    const inOrder = [...new Set(numbers)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    expect(numbers).toEqual(inOrder);
  });

  test('names tests that exist, or gives a reason', () => {
    expect(rows.flatMap(wrongWith)).toEqual([]);
  });

  test('counts its rows', () => {
    const [tested, notApplicable, gaps] = ['tested', 'not applicable', '**gap**'].map(
      state => requirements.filter(one => one.state === state).length,
    );
    expect(page).toContain(`Of 253 requirements ${tested} are tested, ${notApplicable} do not apply, and ${gaps} are gaps.`);
  });
});

describe('a reference to a test', () => {
  test('is found by the title, with the titles of its groups', () => {
    const source = "describe.each(all)('group', () => { test.each([1])(`of ${one}`, () => {}); it('other', () => {}); });";
    expect(titlesIn(source)).toEqual([' > group > of ${one}', ' > group > other']);
  });

  test('is an error if the file or the title does not exist, or the file has the title twice', () => {
    const file = 'test/api/all-endpoints/foreign-ids.test.ts';
    const row = (...tests: string[]) => wrongWith(['1.1.1', '1', 'summary', 'tested', tests.join('<br>')]);
    expect(row('test/none.test.ts: “any”', 'none', `${file}: “no such test”`, `${file}: “$title”`)).toEqual([
      '1.1.1: test/none.test.ts does not exist',
      '1.1.1: “none” does not name a test',
      `1.1.1: ${file} has 0 tests “no such test”`,
      `1.1.1: ${file} has 2 tests “$title”`,
    ]);
  });
});
