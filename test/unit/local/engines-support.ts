import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { setTimeSource } from '#shared/base/kernel/clock.ts';

/** The options of every SDK client of these tests. */
export const clientConfig = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
};

/** A data folder of its own for each test file, removed at its end. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that a test turns; real time again after each test. */
export function turnableClock(): { advance(seconds: number): void } {
  let offset = 0;
  afterEach(() => {
    offset = 0;
    setTimeSource(() => Date.now());
  });
  return {
    advance(seconds) {
      offset += seconds * 1000;
      setTimeSource(() => Date.now() + offset);
    },
  };
}

/** The error that a promise is rejected with: its AWS name and HTTP status. */
export async function refusal(promise: Promise<unknown>): Promise<{ name: string; status: number | undefined; message: string }> {
  try {
    await promise;
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { name, message, status: $metadata?.httpStatusCode };
  }
  throw new Error('It was not refused.');
}

/** An engine in a process of its own, to be killed: its endpoint, and the kill -9. */
export async function engineInProcess(
  file: string,
  start: string,
  options: object,
): Promise<{ endpoint: string; child: ChildProcess; kill(): Promise<void> }> {
  const module = new URL(`../../../infra/local/engines/${file}`, import.meta.url).href;
  const program = `
    const { ${start}: start } = await import(${JSON.stringify(module)});
    console.log((await start(${JSON.stringify(options)})).endpoint);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    endpoint: line.toString().trim(),
    child,
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
