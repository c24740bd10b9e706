import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium, { setupLambdaEnvironment } from '@sparticuz/chromium';
import { setVariable } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';

/**
 * The files of the browser. `@sparticuz/chromium` decompresses 200 MB into the temporary folder, and takes a file that exists to be
 * complete. A process that starts meanwhile, or after one that was killed half-way (a Lambda initialization over 10 s), would run a
 * truncated file. So the files are decompressed in a folder of this process, which is then renamed to its final name in one atomic
 * step. The first process wins; the others delete their folder.
 */

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8')) as {
  version: string;
};

/** The path of an executable Chromium, decompressed once per machine. The setting `CHROMIUM_PATH` replaces it by another one. */
export async function chromiumPath(): Promise<string> {
  const configured = setting('CHROMIUM_PATH');
  if (configured) return configured;
  const home = join(tmpdir(), `chromium-${version}`);
  if (!(await exists(home))) await inflateInto(home);
  // Libraries that Amazon Linux lacks, and the configuration of fonts. They exist and are used only on AWS.
  if (await exists(join(home, 'al2023'))) {
    setVariable('FONTCONFIG_PATH', join(home, 'fonts'));
    setupLambdaEnvironment(join(home, 'al2023', 'lib'));
  }
  return join(home, 'chromium');
}

async function inflateInto(home: string): Promise<void> {
  await removeAbandoned();
  const own = `${home}.${process.pid}`;
  await mkdir(own, { recursive: true });
  const inflated = await inTemporaryFolder(own, () => chromium.executablePath(setting('CHROMIUM_FILES')));
  if (!inflated.startsWith(own)) throw new Error(`Chromium was inflated to ${inflated}, not into ${own}.`);
  try {
    await rename(own, home);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!(await exists(home))) throw error;
  }
}

/**
 * Calls `start` while `os.tmpdir()` returns `folder`. This works because the library determines all paths before its first await.
 */
function inTemporaryFolder<T>(folder: string, start: () => Promise<T>): Promise<T> {
  const restore = setVariable('TMPDIR', folder);
  try {
    return start();
  } finally {
    restore();
  }
}

/** Deletes incomplete folders of killed processes, which would fill the temporary folder of a Lambda function (512 MB). */
async function removeAbandoned(): Promise<void> {
  const prefix = `chromium-${version}.`;
  for (const name of readdirSync(tmpdir()).filter(entry => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The command line of the browser: the library's switches for Lambda, without those that weaken web security. */
export function chromiumArguments(): string[] {
  chromium.setGraphicsMode = false;
  const loosening = new Set(['--disable-web-security', '--allow-running-insecure-content']);
  return [
    ...chromium.args.filter(argument => !loosening.has(argument)),
    // No network access: host names do not resolve, and all connections, also to loopback, go to a proxy that does not exist.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>',
  ];
}
