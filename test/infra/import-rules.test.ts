import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './synthesis.ts';

const root = join(import.meta.dirname, '..', '..');
const { forbidden = [], options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration;

/** Broken rules as `rule: importer → imported`. */
async function violations(baseDir: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** A small tree of files, each with the import it is given. */
function tree(files: Record<string, string>): string {
  const folder = temporaryFolder('imports');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A rule, an importer that breaks it, and what it imports. */
const BROKEN: [rule: string, importer: string, imported: string][] = [
  ['functions-import-shared-only', 'functions/invoices/issue.ts', 'functions/invoices/get.ts'],
  ['functions-import-shared-only', 'functions/invoices/issue.ts', 'infra/catalogue.ts'],
  ['shared-knows-no-outside', 'shared/invoices/issue.ts', 'functions/invoices/get.ts'],
  ['shared-knows-no-outside', 'shared/invoices/issue.ts', 'infra/local/clock.ts'],
  ['kernel-stands-alone', 'shared/kernel/clock.ts', 'shared/aws/client.ts'],
  ['store-and-aws-know-no-area', 'shared/store/read.ts', 'shared/invoices/model.ts'],
  ['repositories-are-private', 'shared/payments/record.ts', 'shared/invoices/repository.ts'],
  ['use-cases-know-no-lambda', 'shared/invoices/issue.ts', 'shared/http/define-endpoint.ts'],
  ['cloud-knows-no-local', 'infra/stacks/data.ts', 'infra/local/clock.ts'],
  ['local-knows-no-cloud', 'infra/local/runtime.ts', 'infra/stacks/data.ts'],
  ['product-knows-no-test', 'infra/local/runtime.ts', 'test/support/service.ts'],
];

const relativeImport = (from: string, to: string): string => `${'../'.repeat(from.split('/').length - 1)}${to}`;

describe('imports run one way', () => {
  it('functions → shared/<area> → shared/store, shared/aws → shared/kernel, in all of the tree', async () => {
    expect(await violations(root, ['functions', 'shared', 'infra'])).toEqual([]);
  });
});

describe('the rules see what breaks them', () => {
  it.each(BROKEN)('%s: %s must not import %s', async (rule, importer, imported) => {
    const folder = tree({
      [importer]: `import { thing } from '${relativeImport(importer, imported)}';\nexport const own = thing;`,
      [imported]: 'export const thing = 1;',
    });
    expect(
      await violations(
        folder,
        ['functions', 'shared', 'infra'].filter(name => importer.startsWith(name)),
      ),
    ).toEqual([`${rule}: ${importer} → ${imported}`]);
  });

  it('repositories-are-private: an area reads its own repository', async () => {
    const folder = tree({
      'shared/invoices/issue.ts': "import { thing } from './repository.ts';\nexport const own = thing;",
      'shared/invoices/repository.ts': 'export const thing = 1;',
    });
    expect(await violations(folder, ['shared'])).toEqual([]);
  });

  it('what-is-deployed-is-a-dependency: a package of devDependencies is not there on AWS; its types may be used', async () => {
    const folder = tree({
      'package.json': JSON.stringify({ dependencies: { good: '1.0.0' }, devDependencies: { bad: '1.0.0' } }),
      ...Object.fromEntries(
        ['good', 'bad'].flatMap(name => [
          [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
          [`node_modules/${name}/index.js`, 'module.exports = { thing: 1 };'],
        ]),
      ),
      'shared/kernel/money.ts': "import { thing } from 'bad';\nexport const own = thing;",
      'shared/kernel/dates.ts':
        "import { thing } from 'good';\nimport type { Thing } from 'bad';\nexport const own: Thing = thing;",
    });
    expect(await violations(folder, ['shared'])).toEqual([
      'what-is-deployed-is-a-dependency: shared/kernel/money.ts → node_modules/bad/index.js',
    ]);
  });

  it('no-circles: two modules that need each other are found, two types that know each other are not', async () => {
    const folder = tree({
      'shared/invoices/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
      'shared/invoices/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
      'shared/invoices/c.ts': "import type { D } from './d.ts';\nexport interface C { d: D }",
      'shared/invoices/d.ts': "import type { C } from './c.ts';\nexport interface D { c: C }",
    });
    expect(await violations(folder, ['shared'])).toEqual(['no-circles: shared/invoices/a.ts → shared/invoices/b.ts']);
  });
});
