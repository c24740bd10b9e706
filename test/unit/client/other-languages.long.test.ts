import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { writeClients } from '../../../infra/clients/write.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { usePhp } from '../../support/guides/php.ts';
import { run } from '../../support/guides/run.ts';

/** The tests of the clients for Python and PHP themselves, and the check of their types where its packages are installed. */
const ROOT = join(import.meta.dirname, '../../..');
const PYTHON = join(ROOT, 'clients/python');
const PYRIGHT = join(ROOT, 'tools/clients/node_modules/pyright/index.js');

const hasPython = spawnSync('python3', ['--version']).status === 0;
const titled = (title: string, runs: boolean, missing: string): string => (runs ? title : `${title}, skipped: ${missing}`);

beforeAll(async () =>
  writeClients(await openApiDocument((await loadCatalogue()).endpoints, { serverUrl: 'https://api.example.com' })),
);

describe('the client for Python', () => {
  it.skipIf(!hasPython)(titled('passes its tests', hasPython, 'python3 is not installed'), async () => {
    const script =
      'import sys; sys.path[:0] = ["src", "tests"]; import unittest; unittest.main(None, argv=["", "discover", "tests"])';
    const { code, stderr } = await run('python3', ['-B', '-c', script], { cwd: PYTHON });
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Ran \d\d tests/);
  });

  const hasPyright = hasPython && existsSync(PYRIGHT);
  it.skipIf(!hasPyright)(titled('has types', hasPyright, 'the packages of tools/clients are not installed'), async () => {
    const { code, stdout } = await run(process.execPath, [PYRIGHT, '-p', PYTHON], { cwd: PYTHON });
    expect(code, stdout).toBe(0);
  });
});

describe('the client for PHP', () => {
  const php = usePhp({ folder: join(ROOT, 'clients/php') });
  afterAll(() => php.stop());

  it('passes its tests', async () => {
    expect(await php.run("<?php require '/files/tests/run.php';", '')).toMatch(/^(ok - .*\n)+[1-9]\d* passed, 0 failed$/);
  });
});

it.each([
  ['python', 'webshop.py'],
  ['php', 'webshop.php'],
])('the README of clients/%s shows its example', (language, example) => {
  const folder = join(ROOT, 'clients', language);
  const source = readFileSync(join(folder, 'examples', example), 'utf8');
  const shown = /README begins\n(.*?)\s*(?:#|\/\/) README ends/s.exec(source)?.[1] ?? 'no example';
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(shown);
});

it.each(['clients/python/README.md', 'clients/php/README.md', 'docs/guides/clients.md'])(
  '%s names operations that exist',
  page => {
    const document = readFileSync(join(ROOT, page), 'utf8');
    const python = readFileSync(join(PYTHON, 'src/invoicing_client/_resources.py'), 'utf8');
    for (const [call, resource = '', method = ''] of document.matchAll(/\bclient\.(\w+)\.(\w+)\(/g)) {
      const [, name = ''] = new RegExp(`self\\.${resource} = (\\w+)\\(send\\)`).exec(python) ?? [];
      const [, methods = ''] = new RegExp(`class ${name}:\\n(.*?)(?:\\n\\n\\n|$)`, 's').exec(python) ?? [];
      expect(methods, call).toContain(`def ${method}(`);
    }
    for (const [call, resource = '', method = ''] of document.matchAll(/\$client->(\w+)->(\w+)\(/g)) {
      const file = join(ROOT, `clients/php/src/Resources/${resource.charAt(0).toUpperCase()}${resource.slice(1)}.php`);
      expect(readFileSync(file, 'utf8'), call).toContain(`function ${method}(`);
    }
  },
);
