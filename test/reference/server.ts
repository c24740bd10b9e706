import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#shared/base/kernel/ids.ts';

/** AWS's DynamoDB Local, from Maven Central by the version in pom.xml. Needs Java 17 and Maven. */

const POM = join(import.meta.dirname, 'pom.xml');
const FOLDER = join(import.meta.dirname, '../../.cache/dynamodb-local');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const START_SECONDS = 30;

export interface Server {
  endpoint: string;
  stop(): void;
}

/** @throws Error that says what is missing, or what the server printed */
export async function startReference(port: number): Promise<Server> {
  fetchOnce();
  const main = 'software.amazon.dynamodb.services.local.main.ServerRunner';
  const options = [`-Djava.library.path=${FOLDER}`, '-cp', join(FOLDER, '*'), main, '-inMemory', '-port', String(port)];
  // It writes a file into its folder.
  const child = spawn('java', options, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint, child, () => said);
  return { endpoint, stop: () => void child.kill() };
}

async function answering(endpoint: string, child: ChildProcess, said: () => string): Promise<void> {
  const end = performance.now() + START_SECONDS * 1000;
  while (performance.now() < end && child.exitCode === null) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  child.kill();
  throw new Error(`DynamoDB Local did not start: ${said()}`);
}

/** Downloads the libraries, unless those of this pom.xml are there. Maven checks their sums. */
function fetchOnce(): void {
  const mark = join(FOLDER, 'of-pom');
  const wanted = sha256(readFileSync(POM, 'utf8'));
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  for (const [program, option] of [
    ['java', '-version'],
    ['mvn', '-version'],
  ] as const)
    if (spawnSync(program, [option]).status !== 0)
      throw new Error(`${program} is not installed: the reference needs Java 17 and Maven.`);
  const { status, stdout } = spawnSync('mvn', [
    '-q',
    '-B',
    '-f',
    POM,
    COPY,
    '-DincludeScope=runtime',
    `-DoutputDirectory=${FOLDER}`,
  ]);
  if (status !== 0) throw new Error(`Maven ended with ${status}: ${stdout.toString()}`);
  writeFileSync(mark, wanted);
}
