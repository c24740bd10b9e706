import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const INDEX = 'docs/contract/README.md';
const pages = globSync('docs/contract/*.md', { cwd: root })
  .filter(page => page !== INDEX)
  .sort();

/** The rows of the index: page and prefix of its rules. */
const rows = [...read(INDEX).matchAll(/^\| \[([\w-]+\.md)\]\(\1\) \| ([A-Z]{3}) \| .+ \|$/gm)].map(
  ([, page = '', prefix = '']) => ({
    page: `docs/contract/${page}`,
    prefix,
  }),
);

/** A rule where it is stated: the anchor of links, then its id. */
const RULE = /^<a id="([\w-]+)"><\/a>\*\*([A-Z]{3}-\d+)\*\* /gm;
const rules = new Map(pages.map(page => [page, [...read(page).matchAll(RULE)].map(([, anchor, id]) => ({ anchor, id }))]));
const ids = [...rules.values()].flat().map(({ id }) => id);

/** Numbers of documents, such as PRO-001, have zeros where ids have none. */
const CITATION = new RegExp(`\\b(?:${rows.map(({ prefix }) => prefix).join('|')})-[1-9]\\d*\\b`, 'g');

const files = globSync(
  [
    '*.{md,ts,mjs,cjs}',
    '.ci/*',
    '{docs,clients,examples}/**/*.*',
    '{shared,functions,infra,test,tools}/**/*.{ts,js,mjs,md,yaml}',
    'statemachines/*',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
).sort();

/** Names of earlier documents outside of the repository, and marks that were relative to them. */
const OUTSIDE = [
  new RegExp(`\\b(?:${['interface', 'decisions', 'design', 'local-control'].join('|')})\\.md\\b`),
  /\b(?:interface|decisions) ["“§]/,
  /\bcompletions-(?:accounts|documents)\b/,
  /(?:\*|\/\/) \[(?:added|decided)\]/,
];

/** What a text cites that is no rule. */
const unknown = (text: string): string[] => [...text.matchAll(CITATION)].map(([id]) => id).filter(id => !ids.includes(id));

describe('the contract', () => {
  it('has each page in its index, with the prefix of its rules', () => {
    expect(rows.map(({ page }) => page).sort()).toEqual(pages);
    for (const { page, prefix } of rows)
      expect(
        rules.get(page)?.filter(({ id }) => !id?.startsWith(`${prefix}-`)),
        page,
      ).toEqual([]);
  });

  it('states each rule once, with an anchor of the same name', () => {
    expect(ids.length).toBeGreaterThan(1_000);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    for (const [page, stated] of rules)
      expect(
        stated.filter(({ anchor, id }) => anchor !== id?.toLowerCase()),
        page,
      ).toEqual([]);
  });

  it('has every rule that a page, a comment or a test cites', () => {
    expect(files.length).toBeGreaterThan(3_000);
    expect(unknown(`INV-1, ${'INV'}-9999 and PRO-001`)).toEqual([`${'INV'}-9999`]);
    expect(files.flatMap(file => unknown(read(file)).map(id => `${basename(file)}: ${id}`))).toEqual([]);
  });

  it('is all that comments, tests and pages lead to: no document outside of the repository', () => {
    expect(OUTSIDE.filter(name => name.test(['// interface', 'md §Limits'].join('.')))).toHaveLength(1);
    expect(
      files.flatMap(file => OUTSIDE.filter(name => name.test(read(file))).map(({ source }) => `${file}: ${source}`)),
    ).toEqual([]);
  });
});
