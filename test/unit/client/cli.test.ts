import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../../clients/cli/src/completion.ts';
import { configFile, isExposed, readConfig, writeConfig } from '../../../clients/cli/src/config.ts';
import { EXIT, outcomeOf } from '../../../clients/cli/src/exit-codes.ts';
import { outputTo, table } from '../../../clients/cli/src/output.ts';
import { completable, program } from '../../../clients/cli/src/program.ts';
import { ApiError } from '../../../clients/typescript/src/index.ts';

it('columns are as wide as their widest cell, numbers to the right', () => {
  expect(
    table(
      ['Name', 'Total'],
      [
        ['a', 5],
        ['long name', 1234],
      ],
    ),
  ).toEqual(['Name       Total', 'a              5', 'long name   1234']);
});

it('results are lines of text, or JSON', () => {
  const printed: string[] = [];
  outputTo(false, text => printed.push(text)).result({ a: 1 }, ['one', 'two']);
  outputTo(true, text => printed.push(text)).result({ a: 1 }, ['one', 'two']);
  expect(printed).toEqual(['one\ntwo\n', '{\n  "a": 1\n}\n']);
});

it('one of many results is a line, also as JSON', () => {
  const printed: string[] = [];
  for (const asJson of [false, true]) outputTo(asJson, text => printed.push(text)).line({ a: [1, 2] }, 'one');
  expect(printed).toEqual(['one\n', '{"a":[1,2]}\n']);
});

it('the exit codes are those of README.md and of the help', () => {
  const codes = Object.values(EXIT);
  const readme = readFileSync(join(import.meta.dirname, '../../../clients/cli/README.md'), 'utf8');
  expect([...readme.matchAll(/^\| (\d) /gm)].map(match => Number(match[1]))).toEqual(codes);
  let help = '';
  const root = program().configureOutput({ writeOut: text => (help += text) });
  root.outputHelp();
  const shown = /Exit codes: (.*)/s.exec(help)?.[1] ?? '';
  expect([...shown.matchAll(/(\d) /g)].map(match => Number(match[1]))).toEqual(codes);
});

it.each([
  [400, EXIT.failed],
  [401, EXIT.login],
  [403, EXIT.failed],
  [404, EXIT.notFound],
  [409, EXIT.failed],
  [422, EXIT.failed],
  [429, EXIT.unavailable],
  [500, EXIT.failed],
  [503, EXIT.unavailable],
])('an error with %s has exit code %s, its fields and the id of the request', (status, exitCode) => {
  const body = {
    error: { code: 'validation_error', message: 'No.', details: { 'lines.0.quantity': ['is required'], reason: 'x' } },
  };
  const error = new ApiError({ status, headers: new Headers({ 'x-request-id': 'r1' }) }, body);
  expect(outcomeOf(error)).toEqual({
    exitCode,
    lines: ['No.', '  lines.0.quantity: is required', '(validation_error, request r1)'],
  });
});

it('an error that says after how long the request may be sent again: that too', () => {
  const error = new ApiError({ status: 429, headers: new Headers({ 'retry-after': '600' }) }, { error: 'Rate limit exceeded.' });
  expect(outcomeOf(error)).toEqual({
    exitCode: EXIT.unavailable,
    lines: ['Rate limit exceeded.', 'Try again in 600 seconds.', '(rate_limited, request unknown)'],
  });
});

it.each([
  ['one address', new Error('connect ECONNREFUSED 127.0.0.1:3000')],
  ['several addresses', new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:3000'), new Error('…')])],
])('a service that cannot be reached at %s: why', (_, cause) => {
  const lines = ['The service cannot be reached: connect ECONNREFUSED 127.0.0.1:3000'];
  expect(outcomeOf(new TypeError('fetch failed', { cause }))).toEqual({ exitCode: EXIT.unavailable, lines });
});

describe('stored credentials', () => {
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  const inFolder = (run: (folder: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    try {
      run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('are readable by their owner only, also in a file and a folder that were open to others', () =>
    inFolder(folder => {
      const file = configFile({ XDG_CONFIG_HOME: folder });
      mkdirSync(join(folder, 'invoicing'), { mode: 0o755 });
      writeFileSync(file, '{}', { mode: 0o644 });
      chmodSync(file, 0o644);
      const open = openSync(file, 'r');
      writeConfig(file, { url: 'https://api.example.com', token: 'secret' });
      expect([modeOf(file), modeOf(join(folder, 'invoicing'))]).toEqual([0o600, 0o700]);
      // A process that had opened the file before reads nothing new.
      expect(readFileSync(open, 'utf8')).toBe('{}');
      closeSync(open);
      expect(readConfig(file)).toEqual({ url: 'https://api.example.com', token: 'secret' });
      expect(readdirSync(join(folder, 'invoicing'))).toEqual(['config.json']);
    }));

  it('are readable by their owner only in a new file', () =>
    inFolder(folder => {
      const file = configFile({ XDG_CONFIG_HOME: folder });
      expect(readConfig(file)).toBeUndefined();
      writeConfig(file, { url: 'https://api.example.com', token: 't' });
      expect([readConfig(file), modeOf(file)]).toEqual([{ url: 'https://api.example.com', token: 't' }, 0o600]);
    }));

  it('are written through a symbolic link', () =>
    inFolder(folder => {
      const file = configFile({ XDG_CONFIG_HOME: folder });
      mkdirSync(join(folder, 'invoicing'));
      writeFileSync(join(folder, 'elsewhere.json'), '{}', { mode: 0o644 });
      symlinkSync(join(folder, 'elsewhere.json'), file);
      writeConfig(file, { url: 'https://api.example.com', token: 'secret' });
      expect(lstatSync(file).isSymbolicLink()).toBe(true);
      expect(modeOf(join(folder, 'elsewhere.json'))).toBe(0o600);
      expect(readConfig(file)?.token).toBe('secret');
    }));
});

it.each([
  ['https://api.example.com', false],
  ['http://127.0.0.1:3000', false],
  ['http://localhost:3000', false],
  ['http://[::1]:3000', false],
  ['http://api.example.com', true],
  ['http://192.168.1.5:3000', true],
  ['http://127.0.0.1.evil.example', true],
  ['http://localhost.evil.example', true],
])('credentials for %s are sent unprotected: %s', (url, exposed) => expect(isExposed(url)).toBe(exposed));

describe('completion', () => {
  const commands = completable(program());

  it('completes commands and options in bash', () => {
    const complete = (...words: string[]): string[] => {
      const script = `${completionScript('bash', commands)}\nCOMP_WORDS=(${words.map(word => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_invoicing; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script]).stdout.toString().trim().split(' ');
    };
    expect(complete('invoicing', 'dow')).toEqual(['download']);
    expect(complete('invoicing', 'list', '--j')).toEqual(['--json']);
    expect(complete('invoicing', 'list', '--status', 'x', '--j')).toEqual(['--json']);
    expect(complete('invoicing', 'webhooks', '')).toEqual(['list', 'tail', 'listen']);
    expect(complete('invoicing', 'webhooks', 'tail', '--')).toEqual(['--last', '--interval', '--once', '--json']);
    expect(complete('invoicing', 'webhooks', 'tail', 'id', '--o')).toEqual(['--once']);
  });

  it('names every command for zsh and fish', () => {
    for (const shell of ['zsh', 'fish'] as const) {
      const names = commands.flatMap(({ name, commands: inner }) => [name, ...inner.map(one => one.name)]);
      expect(names).toContain('tail');
      for (const name of names) expect(completionScript(shell, commands)).toContain(name);
    }
  });
});
