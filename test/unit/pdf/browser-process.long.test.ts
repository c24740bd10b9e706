import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { chromiumPath } from '#shared/output/pdf/chromium.ts';
import { html } from '#shared/base/kernel/html.ts';
import { closeBrowser, printPage } from '#shared/output/pdf/browser.ts';

const folder = new URL('../../../shared/output/pdf/', import.meta.url);

/** Runs a module of a few lines in a process of its own; imports are relative to `shared/output/pdf`. */
const inProcess = (code: string, environment: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', code.replaceAll("'.", `'${folder.href}.`)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const outputOf = async (child: ChildProcess): Promise<string> => {
  const [output] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  return output.trim();
};

/** Browsers that a process has started, by process number. */
function browsersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [status, ppid] = state.slice(state.lastIndexOf(')') + 2).split(' ');
        return status !== 'Z' && Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chromium');
      } catch {
        return false; // It ended meanwhile.
      }
    })
    .map(Number);
}

afterAll(closeBrowser);

describe('the browser of a process', () => {
  it('is one, kept for all its documents, and ends with closeBrowser', async () => {
    await Promise.all([1, 2, 3].map(page => printPage(html`<p>${page}</p>`)));
    expect(browsersOf(process.pid)).toHaveLength(1);
    await closeBrowser();
    await vi.waitFor(() => expect(browsersOf(process.pid)).toEqual([]), 30_000);
  });

  it('is replaced when it dies, and the current document is printed by the next', async () => {
    await printPage(html`<p>warm</p>`);
    const [first] = browsersOf(process.pid);
    const underWay = printPage(html`${Array.from({ length: 2_000 }, (_, index) => html`<p>${index}</p>`)}`);
    process.kill(first!, 'SIGKILL');
    expect((await underWay).length).toBeGreaterThan(10_000);
    const [second, ...others] = browsersOf(process.pid);
    expect(others).toEqual([]);
    expect(second).not.toBe(first);
  });

  it('ends with the process, however that ends', async () => {
    const child = inProcess(`
      import { printPage } from './browser.ts';
      import { html } from '../../base/kernel/html.ts';
      await printPage(html\`<p>page</p>\`);
      console.log('printed');
      setInterval(() => {}, 1000);`);
    await once(child.stdout!, 'data');
    const [browser] = browsersOf(child.pid!);
    expect(browser).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await vi.waitFor(() => expect(() => process.kill(browser!, 0)).toThrow(/ESRCH/), 30_000);
  });

  it('does not keep its process from ending', async () => {
    const child = inProcess(`
      import { closeBrowser, printPage } from './browser.ts';
      import { html } from '../../base/kernel/html.ts';
      const pdf = await printPage(html\`<p>page</p>\`);
      await closeBrowser();
      console.log(Buffer.from(pdf).subarray(0, 5).toString());`);
    expect(await outputOf(child)).toBe('%PDF-');
  });
});

describe('inflating the browser', () => {
  const folders: string[] = [];
  const emptyFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'inflate-'));
    folders.push(folder);
    return folder;
  };
  afterEach(() => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true })));

  it('several processes that start together each get a complete browser, and no partial one is left', async () => {
    const path = await chromiumPath();
    const home = basename(dirname(path));
    const folder = emptyFolder();
    // A process that was killed during the copy left this; its number is that of no process (above pid_max).
    const abandoned = join(folder, `${home}.99999999`);
    mkdirSync(abandoned);
    writeFileSync(join(abandoned, 'chromium'), 'torso');

    const code = `
      import { chromiumPath } from './chromium.ts';
      import { statSync } from 'node:fs';
      const path = await chromiumPath();
      console.log(path, statSync(path).size);`;
    const outputs = await Promise.all([1, 2].map(() => outputOf(inProcess(code, { TMPDIR: folder }))));

    expect(outputs).toEqual([1, 2].map(() => `${join(folder, home, 'chromium')} ${statSync(path).size}`));
    expect(readdirSync(folder)).toEqual([home]);
    // Each of the two decompresses 200 MB, at the same time as other tests.
  });
});
