import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unloadable } from '../long/deployed/chunks.ts';
import { temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** The check of the run of the deployed form (test/long/deployed-form.test.ts) that each file of each bundle can be loaded. */

it('names each file of a bundle that cannot be loaded, including those that no file imports at startup', async () => {
  const root = temporaryFolder('chunks');
  const bundle = (name: string, files: Record<string, string>): string => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
    return join(root, name);
  };
  const sound = bundle('sound', {
    'sound.mjs': "export const handler = () => import('./lazy.mjs');",
    'lazy.mjs': "import { handler } from './sound.mjs'; export const value = handler; setInterval(() => {}, 1000);",
  });
  const broken = bundle('broken', {
    'broken.mjs': "export const handler = () => import('./lazy.mjs');",
    'lazy.mjs': "import 'saxon-js';",
    'other.mjs': "import { absent } from './broken.mjs'; absent();",
    'thrown.mjs': "throw new TypeError('at the start');",
  });
  expect(await unloadable([sound])).toEqual([]);
  expect(await unloadable([sound, broken])).toEqual([
    expect.stringContaining("Cannot find package 'saxon-js'"),
    expect.stringContaining("broken/other.mjs: SyntaxError: The requested module './broken.mjs' does not provide"),
    'broken/thrown.mjs: TypeError: at the start',
  ]);
});

it('fails when a bundle ends the process', async () => {
  const folder = join(temporaryFolder('chunks'), 'ending');
  mkdirSync(folder);
  writeFileSync(join(folder, 'ending.mjs'), 'process.exit(3);');
  await expect(unloadable([folder])).rejects.toThrow('Command failed');
});
