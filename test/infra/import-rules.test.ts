import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

const root = join(import.meta.dirname, '..', '..');
const {
  forbidden = [],
  layers,
  areas,
  options,
} = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration & {
  layers: string[];
  areas: Record<string, string[][]>;
};

/** Broken rules as `rule: importer → imported`. */
async function violations(baseDir: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

const FOLDERS = ['functions', 'shared', 'infra'];

const relativeImport = (from: string, to: string): string => `${'../'.repeat(from.split('/').length - 1)}${to}`;

/** A small tree of files, each with the given import. */
function tree(files: Record<string, string>): string {
  const folder = temporaryFolder('imports');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A tree of modules with these imports. */
function treeOf(imports: (readonly [importer: string, imported: string])[]): string {
  const needs = new Map<string, string[]>();
  for (const [importer, imported] of imports) {
    needs.set(importer, [...(needs.get(importer) ?? []), imported]);
    if (!needs.has(imported)) needs.set(imported, []);
  }
  const content = ([path, imported]: [string, string[]]): string =>
    [
      ...imported.map((to, place) => `import { thing as thing${place} } from '${relativeImport(path, to)}';`),
      `export const thing = [${imported.map((_, place) => `thing${place}`).join()}];`,
    ].join('\n');
  return tree(Object.fromEntries([...needs].map(one => [one[0], content(one)])));
}

/** A rule, an importer that breaks it, and what it imports. */
const BROKEN: [rule: string, importer: string, imported: string][] = [
  ['functions-import-shared-only', 'functions/invoices/issue.ts', 'functions/invoices/get.ts'],
  ['functions-import-shared-only', 'functions/invoices/issue.ts', 'infra/catalogue.ts'],
  ['shared-knows-no-outside', 'shared/documents/invoices/issue.ts', 'functions/invoices/get.ts'],
  ['shared-knows-no-outside', 'shared/documents/invoices/issue.ts', 'infra/local/clock.ts'],
  ['use-cases-know-no-lambda', 'shared/documents/invoices/issue.ts', 'shared/platform/lambda/endpoint/define-endpoint.ts'],
  ['use-cases-know-no-lambda', 'shared/records/parties/clients/present.ts', 'shared/platform/lambda/endpoint/answer.ts'],
  ['use-cases-know-no-lambda', 'shared/documents/invoices/print.ts', 'shared/documents/common/endpoints/pdf.ts'],
  ['scopes-at-the-door', 'shared/documents/invoices/issue.ts', 'shared/platform/store/company-scope.ts'],
  ['scopes-at-the-door', 'functions/invoices/issue.ts', 'shared/platform/store/company-scope.ts'],
  ['scopes-at-the-door', 'infra/person/erase.ts', 'shared/platform/store/company-scope.ts'],
  ['named-companies-at-the-door', 'shared/documents/invoices/issue.ts', 'shared/platform/access/named-companies.ts'],
  ['messages-name-companies', 'shared/documents/invoices/input.ts', 'shared/platform/lambda/message.ts'],
  ['messages-name-companies', 'functions/invoices/issue.ts', 'shared/platform/lambda/message.ts'],
  ['cloud-knows-no-local', 'infra/stacks/data.ts', 'infra/local/clock.ts'],
  ['local-knows-no-cloud', 'infra/local/runtime.ts', 'infra/stacks/data.ts'],
  ['product-knows-no-test', 'infra/local/runtime.ts', 'test/support/service.ts'],
];

/** Every pair of folders of a row or a later one. */
const edgesOf = (rows: string[][]): (readonly [folder: string, other: string])[] =>
  rows.flatMap((row, place) =>
    row.flatMap(folder =>
      rows
        .slice(place)
        .flat()
        .filter(other => other !== folder)
        .map(other => [folder, other] as const),
    ),
  );

/** Every pair of groups, and of areas of a group, in which the first must not import the second: those beside it and those below it. */
const FORBIDDEN_EDGES = [
  ...edgesOf(layers.map(group => [group])).map(([group, other]) => [group, other, ''] as const),
  ...Object.entries(areas).flatMap(([group, rows]) => edgesOf(rows).map(([area, other]) => [area, other, `${group}/`] as const)),
];

/** A file of a group lies in an area, if the group has any. */
const folderIn = (group: string): string => [group, areas[group]?.[0]?.[0]].filter(Boolean).join('/');

/** Reading all of the tree takes 18 s of processor time, and longer beside other test files. */
const TIMEOUT = 120_000;

describe('imports have one direction', { timeout: TIMEOUT }, () => {
  it('from functions through the areas down to the kernel, in all of the tree', async () => {
    expect(await violations(root, FOLDERS)).toEqual([]);
  });
});

describe('the rules find violations', { timeout: TIMEOUT }, () => {
  it('one of each kind, and nothing else', async () => {
    const found = await violations(treeOf(BROKEN.map(([, importer, imported]) => [importer, imported])), FOLDERS);
    expect(found.toSorted()).toEqual(BROKEN.map(([rule, importer, imported]) => `${rule}: ${importer} → ${imported}`).toSorted());
  });

  it('every area that must not import another, types included', async () => {
    const edges = FORBIDDEN_EDGES.map(([area, other, group]) => {
      const [from, to] = group === '' ? [folderIn(area), folderIn(other)] : [`${group}${area}`, `${group}${other}`];
      return { rule: `layer-${group}${area}`, importer: `shared/${from}/needs-${other}.ts`, imported: `shared/${to}/thing.ts` };
    });
    const folder = tree({
      'package.json': '{ "imports": { "#shared/*": "./shared/*" } }',
      ...Object.fromEntries(
        edges.flatMap(({ importer, imported }) => [
          [imported, 'export interface Thing { name: string }'],
          [importer, `import type { Thing } from '#${imported}';\nexport type Own = Thing;`],
        ]),
      ),
    });
    const found = new Set(await violations(folder, ['shared']));
    expect(edges.length).toBeGreaterThan(80);
    const expected = edges.map(({ rule, importer, imported }) => `${rule}: ${importer} → ${imported}`);
    expect(expected.filter(edge => !found.has(edge))).toEqual([]);
  });

  it('what-is-deployed-is-a-dependency: a package of devDependencies does not exist on AWS; its types may be used', async () => {
    const folder = tree({
      'package.json': JSON.stringify({ dependencies: { good: '1.0.0' }, devDependencies: { bad: '1.0.0' } }),
      ...Object.fromEntries(
        ['good', 'bad'].flatMap(name => [
          [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
          [`node_modules/${name}/index.js`, 'module.exports = { thing: 1 };'],
        ]),
      ),
      'shared/base/kernel/money.ts': "import { thing } from 'bad';\nexport const own = thing;",
      'shared/base/kernel/dates.ts':
        "import { thing } from 'good';\nimport type { Thing } from 'bad';\nexport const own: Thing = thing;",
    });
    expect(await violations(folder, ['shared'])).toEqual([
      'what-is-deployed-is-a-dependency: shared/base/kernel/money.ts → node_modules/bad/index.js',
    ]);
  });

  it('no-circles: two modules that import each other are found, and so are two types', async () => {
    const folder = tree({
      'shared/documents/invoices/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
      'shared/documents/invoices/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
      'shared/documents/invoices/c.ts': "import type { D } from './d.ts';\nexport interface C { d: D }",
      'shared/documents/invoices/d.ts': "import type { C } from './c.ts';\nexport interface D { c: C }",
    });
    expect(await violations(folder, ['shared'])).toEqual([
      'no-circles: shared/documents/invoices/a.ts → shared/documents/invoices/b.ts',
      'no-circles: shared/documents/invoices/c.ts → shared/documents/invoices/d.ts',
    ]);
  });
});
