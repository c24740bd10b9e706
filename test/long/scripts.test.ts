import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { writeRelease } from '../unit/infra/rules/made-up-release.ts';
import { sampled } from '../support/effort.ts';
import { oracleAvailable } from '../support/einvoice/oracle.ts';
import { type Ended, runScript } from '../support/scripts/run-script.ts';

/**
 * Every script of package.json is run: here, or by the gate or another test, so that none stops working unnoticed. A run takes a part of
 * those that only read by its seed, `npm run test:all` all.
 */
const ROOT = join(import.meta.dirname, '../..');

/** Scripts that run elsewhere: the file that runs each, and what it runs. */
const ELSEWHERE: Record<string, readonly [file: string, what: string]> = {
  test: ['.ci/run', 'npm test'],
  'test:long': ['.ci/run', 'npm run test:long'],
  'test:reference': ['CONTRIBUTING.md', 'npm run test:reference'],
  types: ['.ci/run', 'npm run types'],
  lint: ['.ci/run', 'npm run lint'],
  'lint:api': ['.ci/run', 'npm run lint:api'],
  synth: ['.ci/run', 'npm run synth'],
  start: ['test/infra/start.test.ts', 'infra/local/start.ts'],
  cli: ['test/api/client/command-line.ts', 'clients/cli/src/main.ts'],
  mcp: ['test/api/client/mcp-server.ts', 'clients/mcp/src/main.ts'],
  redrive: ['test/unit/redrive/redrive.long.test.ts', 'infra/redrive/cli.ts'],
  person: ['test/faults/person.long.test.ts', 'infra/person/cli.ts'],
  sbom: ['test/infra/packages.test.ts', "runScript('sbom'"],
  vulnerabilities: ['test/infra/packages.test.ts', "runScript('vulnerabilities'"],
  cost: ['test/long/cost.test.ts', "runScript('cost')"],
  drill: ['test/long/restore-drill.test.ts', "runScript('drill')"],
  'game-day': ['test/long/game-day.test.ts', "runScript('game-day'"],
  canary: ['test/unit/infra/canary/command.test.ts', 'canaryCommand(argv'],
  // It takes minutes; the script writes into files what the test compares with them.
  examples: ['test/long/examples.test.ts', 'recordExamples()'],
};

const folder = mkdtempSync(join(tmpdir(), 'invoicing-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONE_TEST = ['test/unit/parties/buyer.test.ts'];
const AT = '2026-11-02T10:00:00Z';
/** An address of AWS at which nothing responds. */
const NOWHERE = {
  ...{ AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_MAX_ATTEMPTS: '1', AWS_REGION: 'eu-central-1' },
  ...{ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_PROFILE: undefined },
};

/** Scripts that only read, with the smallest input for which they do their work: the exit code and the output of each. */
const READING: Record<string, { args?: () => string[]; environment?: NodeJS.ProcessEnv; code: number; says: RegExp }> = {
  'test:strict': { args: () => ONE_TEST, code: 0, says: /Test Files.*1 passed/ },
  'test:all': { args: () => ONE_TEST, code: 0, says: /Test Files.*1 passed/ },
  'api:diff': { code: 0, says: /^API \S+ → \S+$|has not changed/m },
  bundle: { args: () => ['--match', 'system-health', '--runs', '1'], code: 0, says: /^system-health +\d+/m },
  bench: { args: () => ['--match', 'clients-get', '--times', '1', '--runs', '1'], code: 0, says: /^Refused requests: [1-9]/m },
  'text-cost': { args: () => ['--match', 'comparedCui'], code: 0, says: /^comparedCui \| /m },
  'client:build': { code: 0, says: /generated files/ },
  // Everything in an account without responses needs attention.
  doctor: { args: () => ['dev'], environment: NOWHERE, code: 1, says: /^dev: \d+ to look at/m },
  restore: { args: () => ['dev', '--to', AT], environment: NOWHERE, code: 1, says: /ECONNREFUSED/ },
  deploy: { args: () => ['none', '--app', emptyAssembly()], environment: NOWHERE, code: 1, says: /contains no stacks/ },
  'rules:diff': {
    args: () => [madeUpRelease(), '--mutants', '1'],
    environment: { EINVOICE_ARTIFACTS: folder },
    ...{ code: 1, says: /EN16931-CIUS_RO-UBL-validation\.xslt: 1 rules/ },
  },
};

function emptyAssembly(): string {
  const outdir = join(folder, 'assembly');
  new App({ outdir }).synth();
  return outdir;
}

const madeUpRelease = (): string =>
  writeRelease(join(folder, 'release'), [
    { id: 'BR-RO-010', flag: 'fatal', context: '/*', test: 'cbc:ID', text: '[BR-RO-010]-Made up.' },
  ]);

/** Scripts that write into the repository: these run in a copy of it. */
const WRITING = ['docs', 'client', 'bruno', 'format', 'api:release'];

/** Run only where the authority's artefacts are. */
const OFFICIAL = ['conformance'];

it('each script runs here or elsewhere', () => {
  const here = [...Object.keys(READING), ...WRITING, ...OFFICIAL];
  expect([...here, ...Object.keys(ELSEWHERE)].toSorted()).toEqual(Object.keys(packageJson.scripts).toSorted());
  for (const [name, [file, what]] of Object.entries(ELSEWHERE))
    expect(readFileSync(join(ROOT, file), 'utf8'), name).toContain(what);
});

const endOf = (said: string): string => said.slice(-2000);

const expectEnded = ({ code, said }: Ended, expected: { code: number; says: RegExp }): void => {
  expect(said).toMatch(expected.says);
  expect(code, endOf(said)).toBe(expected.code);
};

describe('npm run', () => {
  it.each(sampled(Object.entries(READING), ([name]) => name))(
    '%s',
    async (name, { args = () => [], environment = {}, ...expected }) => {
      expectEnded(await runScript(name, args(), { environment }), expected);
    },
  );

  it.runIf(oracleAvailable)('conformance', async () => {
    const args = ['--requests', '3', '--mutants', '3', '--no-corpora', '--set', 'cius-ro-1.0.9'];
    expectEnded(await runScript('conformance', args), { code: 0, says: /requests: 3 of 3 documents/ });
  });
});

describe('in a copy of the repository', () => {
  const copy = join(folder, 'copy');
  beforeAll(() => {
    const left = new Set(
      ['node_modules', '.git', '.cache', '.local', '.vitest', 'dist', 'cdk.out'].map(name => join(ROOT, name)),
    );
    mkdirSync(copy);
    cpSync(ROOT, copy, {
      recursive: true,
      filter: source => !left.has(source) && !/[/]tools[/][^/]+[/]node_modules$/.test(source),
    });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  });

  /** The files of the copy with their content. */
  const files = (): Map<string, string> =>
    new Map(
      globSync(['*.*', '{clients,docs,infra,functions,shared,test}/**/*.*'], {
        cwd: copy,
        exclude: ['**/node_modules/**'],
        withFileTypes: true,
      })
        .filter(file => file.isFile())
        .map(file => join(file.parentPath, file.name))
        .map(path => [path, readFileSync(path, 'latin1')]),
    );
  const changedBy = async (name: string, args: string[] = []): Promise<string[]> => {
    const before = files();
    const { code, said } = await runScript(name, args, { cwd: copy });
    expect(code, endOf(said)).toBe(0);
    const after = files();
    return [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path));
  };

  it('npm run docs changes nothing: the pages are up to date', async () => {
    expect(await changedBy('docs')).toEqual([]);
  });

  it('npm run client writes the generated files of the clients that it lacks, and nothing else', async () => {
    const made = [
      'clients/typescript/src/schema.ts',
      ...['types', '_resources'].map(name => `clients/python/src/invoicing_client/${name}.py`),
      ...['Schema/Types', 'Resources/Invoices', 'Resources/Resources'].map(name => `clients/php/src/${name}.php`),
    ];
    for (const path of [...made, 'clients/php/src/Resources']) rmSync(join(copy, path), { force: true, recursive: true });
    const written = (await changedBy('client')).map(path => path.slice(copy.length + 1));
    expect(written).toEqual(expect.arrayContaining(made));
    expect(written.filter(path => !made.includes(path) && !path.startsWith('clients/php/src/Resources/'))).toEqual([]);
  });

  it('npm run bruno writes a request for each operation into its ignored folder, and nothing else', async () => {
    rmSync(join(copy, 'clients/bruno/Operations'), { recursive: true, force: true });
    const written = (await changedBy('bruno')).map(path => path.slice(copy.length + 1));
    expect(written.filter(path => !path.startsWith('clients/bruno/Operations/'))).toEqual([]);
    expect(written).toContain('clients/bruno/Operations/invoices/invoices-create.bru');
  });

  it('npm run format changes only unformatted files', async () => {
    // `npm run lint` tests whether all files are formatted.
    const page = join(copy, 'examples-of-format.ts');
    writeFileSync(page, 'export  const one = 1\n');
    writeFileSync(join(copy, '.only-one'), '/*\n!/examples-of-format.ts\n');
    expect(await changedBy('format', ['--ignore-path', '.only-one'])).toEqual([page]);
    rmSync(page);
  });

  it('npm run api:release keeps the API as the released one, which then does not differ from the current one', async () => {
    // A changed API needs another version.
    const info = join(copy, 'infra/openapi/info.ts');
    writeFileSync(info, readFileSync(info, 'utf8').replace(/(?<=API_VERSION = ')[^']+/, '99.0.0'));
    const changed = await changedBy('api:release');
    expect(changed.filter(path => !/(CHANGELOG\.md|released\.json)$/.test(path))).toEqual([]);
    expectEnded(await runScript('api:diff', [], { cwd: copy }), { code: 0, says: /has not changed/ });
  });
});
