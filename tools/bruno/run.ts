/* Runs the command of clients/bruno/README.md as it stands there, with the real program; see README.md. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { API = 'http://127.0.0.1:3000' } = process.env;
const here = import.meta.dirname;
const collection = join(here, '../../clients/bruno');

const { devDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};
const program = `npx @usebruno/cli@${devDependencies['@usebruno/cli']} `;
const command = readFileSync(join(collection, 'README.md'), 'utf8')
  .split('\n')
  .find(line => line.startsWith('npx @usebruno/cli'));
if (!command?.startsWith(program)) throw new Error(`clients/bruno/README.md has no command that begins with ${program}`);

const { demo } = (await (await fetch(`${API}/_local/demo`)).json()) as { demo?: { password: string } };
if (!demo) throw new Error(`${API} has no demo user: start it without --no-demo.`);
const [, variables] = command.split(program);
const line = `bru ${variables?.replace('…', demo.password)} --env-var baseUrl='${API}'`;
const { status } = spawnSync('bash', ['-c', line], {
  cwd: collection,
  env: { ...process.env, PATH: `${join(here, 'node_modules/.bin')}:${process.env['PATH']}` },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
