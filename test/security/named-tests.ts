import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import type { NamedTest } from './asvs/model.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The function that a call begins with: `test` of `test.each(cases)('title', …)`. */
const beginning = (node: ts.Node): ts.Node =>
  ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? beginning(node.expression) : node;

/** A title as it is written, with what stands in for values. */
const textOf = (node: ts.Node | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
};

/** The titles of all tests of a source, each after those of its groups. */
export function titlesIn(source: string): string[][] {
  const titles: string[][] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const title = ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
    const word = ts.isCallExpression(node) ? beginning(node).getText() : '';
    const isGroup = title !== undefined && word === 'describe';
    if (title !== undefined && (word === 'test' || word === 'it')) titles.push([...groups, title]);
    ts.forEachChild(node, child => visit(child, isGroup ? [...groups, title] : groups));
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), []);
  return titles;
}

const read = new Map<string, string[][]>();

/** What is wrong with the naming of a test; undefined when its file has just one test of that name. */
export function wrongIn({ file, name }: NamedTest): string | undefined {
  let titles = read.get(file);
  if (titles === undefined) {
    try {
      titles = titlesIn(readFileSync(join(ROOT, file), 'utf8'));
    } catch {
      return `${file} is not there`;
    }
    read.set(file, titles);
  }
  const found = titles.filter(one => ` > ${one.join(' > ')}`.endsWith(` > ${name}`)).length;
  return found === 1 ? undefined : `${file} has ${found} tests "${name}"`;
}
