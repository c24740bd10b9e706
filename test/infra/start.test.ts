import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPTH } from '../support/effort.ts';

/** `npm start` as people and scripts see it: a process, its output, its exit code. */
const program = join(import.meta.dirname, '../../infra/local/start.ts');
const folders: string[] = [];
const running = new Map<ChildProcess, Promise<unknown>>();
afterAll(async () => {
  for (const child of running.keys()) child.kill('SIGTERM');
  await Promise.all(running.values());
  folders.forEach(folder => rmSync(folder, { recursive: true, force: true }));
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-start-'));
  folders.push(folder);
  return folder;
};

const NPM = ['npm', 'start', '--'] as const;

function start(
  dataDir: string,
  flags: string[] = [],
  env: NodeJS.ProcessEnv = {},
  [command, ...args]: readonly [string, ...string[]] = [process.execPath, program],
) {
  const child = spawn(command, [...args, ...flags], { env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)));
  running.set(
    child,
    ended.then(() => running.delete(child)),
  );
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /^ready (http:\/\/127\.0\.0\.1:\d+)$/m.exec(said)?.[1];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`It ended before it was ready:\n${said}`)));
  });
  ready.catch(() => {});
  return { child, ready, ended, said: () => said };
}

/** The process of the table's engine on this folder. */
const engineOf = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'dynamodb', 'dynoxide.pid'), 'utf8')) as { pid: number }).pid;

/** A process that has ended but that its parent has not waited for (`Z`) has ended too. */
const isAlive = (pid: number): boolean => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());

// Each starts the whole system, most of them twice.
describe.runIf(DEPTH)('npm start -- --once', () => {
  it('takes an invoice from draft to validated, and one more on the same data, and exits 0', async () => {
    const dataDir = newFolder();
    for (const number of ['FCT-001', 'FCT-002']) {
      const run = start(dataDir, ['--once']);
      expect(await run.ended, run.said()).toBe(0);
      const steps = [
        /^draft +DRAFT-/m,
        /^ +XML companies\/.+\.xml$/m,
        /^ +PDF companies\/.+\.pdf$/m,
        /^submitted +sent_to_provider$/m,
      ];
      for (const step of steps) expect(run.said()).toMatch(step);
      expect(run.said()).toContain(`issued     ${number}`);
      expect(run.said()).toContain(`validated  ${number}`);
      // Its server has ended with it, so no address of it is printed.
      expect(run.said()).toMatch(/^Demo user +\S+@\S+ +Demo-\S+$/m);
      expect(run.said()).not.toMatch(/http:\/\/|curl/);
    }
    // They have a password, mails and keys.
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    const open = files.filter(file => (statSync(join(file.parentPath, file.name)).mode & 0o077) !== 0);
    expect([statSync(dataDir).mode & 0o777, open.map(({ name }) => name)]).toEqual([0o700, []]);
  });
});

describe.runIf(DEPTH)('npm start', () => {
  it('prints at every start where it runs, who may sign in and what to try', async () => {
    const dataDir = newFolder();
    const told: string[] = [];
    for (const runsDemo of [true, false]) {
      const run = start(dataDir);
      const url = await run.ready;
      expect(run.said().includes('validated')).toBe(runsDemo);
      expect(run.said()).toContain(`Documentation  ${url}/docs\n`);
      expect(run.said()).toContain(`API document   ${url}/openapi.json`);
      expect(run.said()).toContain(`Look around    ${url}/_local\n`);
      expect(run.said()).toContain(`Mailbox        ${url}/_local/mailbox`);
      const [, user = '', email, password] = /^(Demo user +(\S+) {2}(\S+))$/m.exec(run.said()) ?? [];
      told.push(user);
      const signedIn = await fetch(`${url}/api/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(signedIn.status).toBe(200);
      const tried = spawnSync('bash', ['-c', /^Try +(.+)$/m.exec(run.said())?.[1] ?? ''], { cwd: dataDir });
      expect(tried.status, tried.stderr.toString()).toBe(0);
      expect(readFileSync(join(dataDir, 'FCT-001.pdf')).subarray(0, 4).toString()).toBe('%PDF');
      rmSync(join(dataDir, 'FCT-001.pdf'));
      run.child.kill('SIGTERM');
      await run.ended;
    }
    expect(told[1]).toBe(told[0]);
  });
});

describe.runIf(DEPTH)('npm start -- --no-demo', () => {
  const dataDir = newFolder();
  const otherDir = newFolder();
  let first: ReturnType<typeof start>;
  let other: ReturnType<typeof start>;
  beforeAll(() => {
    first = start(dataDir, ['--no-demo']);
    other = start(otherDir, ['--no-demo']);
  });

  it('prints when it is ready, and two run at the same time on data of their own', async () => {
    const urls = await Promise.all([first.ready, other.ready]);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'healthy' });
    expect(first.said()).not.toContain('draft');
    expect(first.said()).toContain(`Mailbox        ${urls[0]}/_local/mailbox`);
  });

  it('refuses the data of a process that is running', async () => {
    const second = start(dataDir, ['--no-demo']);
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`${dataDir} is in use by process ${first.child.pid}`);
    expect((await fetch(`${await first.ready}/health`)).status).toBe(200);
  });

  it('ends at a SIGTERM, together with its child', async () => {
    await other.ready;
    const engine = engineOf(otherDir);
    other.child.kill('SIGTERM');
    expect(await other.ended).toBe(0);
    expect(isAlive(engine)).toBe(false);
  });

  it('is the only child of npm: a SIGTERM to it ends the engine and npm', async () => {
    const folder = newFolder();
    const run = start(folder, ['--no-demo'], {}, NPM);
    await run.ready;
    const engine = engineOf(folder);
    const children = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(run.child.pid)])
      .stdout.toString()
      .trim();
    expect(children).toMatch(/^\d+ \S*node infra\/local\/start\.ts --no-demo$/);
    process.kill(Number.parseInt(children, 10), 'SIGTERM');
    await run.ended;
    expect(isAlive(engine)).toBe(false);
  });

  it('starts again on the data of a killed process, and ends the child that it left running', async () => {
    await first.ready;
    const orphan = engineOf(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    const next = start(dataDir, ['--no-demo']);
    expect((await fetch(`${await next.ready}/health`)).status).toBe(200);
    expect(isAlive(orphan)).toBe(false);
  });
});

describe('exits non-zero and prints why it cannot start', () => {
  it.each([
    [['--twice'], {}, 2, 'Known flags: --once, --no-demo.'],
    [[], { PORT: 'many' }, 2, 'PORT must be a number from 0 to 65535, not "many".'],
  ])('%j %j', async (flags, env, code, said) => {
    const run = start(newFolder(), flags, env);
    expect(await run.ended).toBe(code);
    expect(run.said()).toContain(said);
  });

  it.each([
    ['/proc/none/data', 'The folder /proc/none cannot be made'],
    [program, 'is not a folder'],
  ])('DATA_DIR=%s', async (dataDir, said) => {
    const run = start(dataDir, ['--no-demo']);
    expect(await run.ended).toBe(1);
    expect(run.said()).toContain(said);
    expect(run.said().trim().split('\n')).toHaveLength(2);
  });
});
