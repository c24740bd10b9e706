import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../support/effort.ts';

/**
 * Situations in which other invoicing programs went wrong, each a script that plays one against a running instance and prints `ok`. The
 * scripts are not part of the repository: they are read from the folder CASES. A run takes a part of them by its seed, `npm run test:all` all.
 */
const CASES = resolve(process.env['CASES'] ?? '../shared/cases');
const scripts = existsSync(CASES) ? readdirSync(CASES).filter(name => /^\d.*\.mjs$/.test(name)) : [];

const folder = mkdtempSync(join(tmpdir(), 'cases-'));
let service: ChildProcess | undefined;
let url = '';

/** The output of a program until a line matches, or until it ends. */
const printed = (child: ChildProcess, line?: RegExp): Promise<string> =>
  new Promise(done => {
    let said = '';
    const add = (chunk: Buffer): void => {
      said += chunk.toString();
      if (line?.test(said)) done(said);
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.once('close', () => done(said));
  });

describe.skipIf(scripts.length === 0)(`cases${scripts.length === 0 ? ` (skipped: none in ${CASES})` : ''}`, () => {
  beforeAll(async () => {
    const env = { ...process.env, PORT: '0', DATA_DIR: folder, WEBHOOKS_ALLOW_LOOPBACK: '1' };
    service = spawn(process.execPath, ['infra/local/start.ts', '--no-demo'], { env });
    const said = await printed(service, /^ready http\S+$/m);
    url = /^ready (http\S+)$/m.exec(said)?.[1] ?? '';
    expect(url, said).not.toBe('');
  }, 120_000);
  afterAll(async () => {
    if (service?.exitCode === null) {
      const ended = printed(service);
      service.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(sampled(scripts, name => name))(
    '%s',
    async script => {
      const said = await printed(spawn(process.execPath, [join(CASES, script)], { env: { ...process.env, BASE_URL: url } }));
      expect(said).toMatch(/^ok /m);
      expect(said).not.toMatch(/^FAIL /m);
    },
    180_000,
  );
});
