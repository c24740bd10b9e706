import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDemo } from '../../../infra/local/demo/demo.ts';
import { readDemo } from '../../../infra/local/demo/demo-data.ts';
import { LONG } from '../../support/effort.ts';
import { type CodeBlock, codeBlocks, type Command, commandsOf } from '../../support/guides/markdown.ts';
import { usePhp } from '../../support/guides/php.ts';
import { run } from '../../support/guides/run.ts';
import { useOwnService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

/**
 * README.md and the guides of docs/guides: their commands print what the pages show, and their functions verify real deliveries. `npm test`
 * follows the first guide, in the language of the service.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-guides-'));
// Registered first, so it runs last: when the system has stopped.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const service = useOwnService({ dataDir, rateLimits: true, exchangeRates: true });
const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/guides');
const blocksOf = (guide: string): CodeBlock[] => codeBlocks(readFileSync(join(folder, guide), 'utf8'));

const php = usePhp();

/** In the order of the index. */
const GUIDES = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page ?? '');
const LOGIN = blocksOf('first-invoice.md').filter(({ heading }) => heading === 'Log in');

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Added to the title when programs are missing that npm does not install; empty when none is. Such tests are skipped, not failed. */
function skipped(needs: readonly string[]): string {
  const missing = needs.filter(program => !isInstalled(program));
  return missing.length === 0 ? '' : `, skipped: ${missing.join(', ')} not installed`;
}

const SHELL = skipped(['bash', 'curl', 'jq']);

beforeAll(async () => {
  await runDemo({ runtime: service().runtime, dataDir, say: () => {} });
  // As `npm start` does.
  service().runtime.schedules.run('exchange-rates');
  await service().idle();
});

/** Prints between the blocks; no output of a guide contains it. */
const SEPARATOR = '---- end of block ----\n';

/** The commands of README.md for a first invoice. */
const README = codeBlocks(readFileSync(join(folder, '../../README.md'), 'utf8')).filter(
  ({ heading }) => heading === 'A first invoice',
);

/** Rate limits count each guide separately. */
const addressOf = (guide: string): string => `192.0.2.${GUIDES.indexOf(guide) + 2}`;

/** The commands as one script for the demo user of this service, which ends at the first command that fails. */
function scriptOf(commands: readonly Command[], address: string): string {
  const { email, password } = readDemo(dataDir);
  const lines = commands.map(({ text }) => `${text}printf '%s' '${SEPARATOR}'\n`).join('');
  const own = lines
    .replace('API=http://127.0.0.1:3000', `API=${service().url}`)
    .replace('EMAIL=demo@invoicing.example', `EMAIL=${email}`)
    .replace("PASSWORD='…'", `PASSWORD='${password}'`);
  // `npm run cli` is run in the repository; the files of a guide and its login are in a folder of the test.
  const begin = [
    `curl() { command curl -H 'X-Forwarded-For: ${address}' "$@"; }`,
    `npm() { (cd '${root}' && command npm "$@"); }`,
    `export XDG_CONFIG_HOME='${dataDir}'`,
  ];
  return ['set -euo pipefail', ...begin, own].join('\n');
}

describe.skipIf(SHELL !== '')(`the commands of the guides${SHELL}`, () => {
  it.each(LONG ? [...GUIDES, 'README.md'] : ['first-invoice.md'])('%s prints the output of its page', async guide => {
    // Guides set the clock forward, beyond the life of tokens.
    await service().api('POST', '/_local/clock', { body: { reset: true } });
    const isComplete = guide === 'first-invoice.md';
    const blocks = guide === 'README.md' ? README : [...(isComplete ? [] : LOGIN), ...blocksOf(guide)];
    const commands = commandsOf(blocks);
    const { code, stdout, stderr } = await run('bash', ['-c', scriptOf(commands, addressOf(guide))], { cwd: dataDir });
    expect(stdout.split(SEPARATOR).slice(0, -1)).toEqual(commands.map(({ output }) => output));
    expect([code, stderr]).toEqual([0, '']);
  });
});

/** The guides that there are in Romanian too. */
const ROMANIAN = readdirSync(folder).filter(name => name.endsWith('.ro.md'));

describe('the guides in Romanian', () => {
  // So that only the English ones have to be run.
  it.each(ROMANIAN)('%s has the sections, commands and outputs of the English page, and each links to the other', name => {
    const english = name.replace('.ro.md', '.md');
    const shape = (guide: string) => blocksOf(guide).map(({ language, text }) => ({ language, text }));
    expect(shape(name)).toEqual(shape(english));
    const text = (guide: string): string => readFileSync(join(folder, guide), 'utf8');
    const sections = (guide: string): number => text(guide).match(/^## /gm)?.length ?? 0;
    expect(sections(name)).toBe(sections(english));
    expect([text(name).includes(`](${english})`), text(english).includes(`](${name})`)]).toEqual([true, true]);
    expect(text('README.md')).toContain(`](${name})`);
  });

  it('include that of closing a month', () => expect(ROMANIAN).toContain('closing-a-month.ro.md'));
});

/** Runs a program of the folder with a text on its standard input. @returns what it prints, errors too */
const printed = async (program: string, file: string, input: string): Promise<string> => {
  const { stdout, stderr } = await run(program, [file], { cwd: dataDir, input });
  return stdout.trim() + stderr;
};

/** How each language runs a block of the guide as a program that reads a request as JSON and prints whether it is genuine. */
const LANGUAGES = [
  {
    ...{ language: 'ts', needs: [] as string[], file: 'verify.ts' },
    main: `import { readFileSync } from 'node:fs';
const request = JSON.parse(readFileSync(0, 'utf8'));
console.log(verify(request.secret, request.headers, request.body));`,
    runs: (input: string) => printed(process.execPath, 'verify.ts', input),
  },
  {
    ...{ language: 'python', needs: ['python3'], file: 'verify.py' },
    main: `import json
import sys
request = json.load(sys.stdin)
print("true" if verify(request["secret"], request["headers"], request["body"].encode()) else "false")`,
    runs: (input: string) => printed('python3', 'verify.py', input),
  },
  {
    // By WebAssembly: few machines have PHP.
    ...{ language: 'php', needs: [] as string[], file: 'verify.php' },
    main: `$request = json_decode(file_get_contents('php://input'), true);
echo verify($request['secret'], $request['headers'], $request['body']) ? 'true' : 'false';`,
    runs: (input: string) => php.run(readFileSync(join(dataDir, 'verify.php'), 'utf8'), input),
  },
].map(one => ({ ...one, note: skipped(one.needs) }));

describe('the functions of the guide to webhooks', () => {
  let receiver: Receiver;
  let secret: string;
  beforeAll(async () => {
    await service().api('POST', '/_local/clock', { body: { reset: true } });
    receiver = await startReceiver();
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const created = await service().api('POST', '/api/v1/webhooks', {
      ...scope,
      body: { url: receiver.url, events: ['client.created'] },
    });
    ({ secret } = created.body as { secret: string });
    await service().newClient(scope, { name: 'Țăndărică „și” fiii SRL' });
    await service().idle();
  });
  afterAll(() => receiver.stop());
  afterAll(() => php.stop());

  for (const { language, file, main, runs, note } of LONG ? LANGUAGES : LANGUAGES.slice(0, 1)) {
    it.skipIf(note !== '')(`${language}: accepts a delivery, and rejects one that was changed or recorded${note}`, async () => {
      const snippet = blocksOf('webhooks.md').find(block => block.language === language)?.text ?? '';
      writeFileSync(join(dataDir, file), `${snippet}\n${main}\n`);
      const { headers, raw: body } = receiver.requests[0] ?? {};
      const signature = String(headers?.['webhook-signature']);
      const verdict = async (change: { secret?: string; body?: string; headers?: object }): Promise<string> => {
        const request = { secret, body, ...change, headers: { ...headers, ...change.headers } };
        return runs(JSON.stringify(request));
      };
      expect(body).toContain('Țăndărică');
      expect(await verdict({})).toBe('true');
      expect(await verdict({ headers: { 'webhook-signature': `v1,AAAA ${signature}` } })).toBe('true');
      const refused = [
        { body: body?.replace('Țăndărică', 'Tandarica') ?? '' },
        { secret: 'whsec_0123456789abcdef0123456789abcdef' },
        { headers: { 'webhook-id': 'another' } },
        { headers: { 'webhook-signature': 'v1,AAAA' } },
        { headers: { 'webhook-signature': '' } },
        { headers: { 'webhook-timestamp': String(Number(headers?.['webhook-timestamp']) - 301) } },
        { headers: { 'webhook-timestamp': 'never' } },
      ];
      expect(await Promise.all(refused.map(verdict))).toEqual(refused.map(() => 'false'));
    });
  }
});
