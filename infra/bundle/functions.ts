import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { functionName } from '../catalogue.ts';
import { builtins } from './builtins.ts';
import { type Built, built, closure, type Foundation, gather, layFoundation } from './gather.ts';
import { copyPackages } from './packages.ts';
import { slim } from './slim.ts';
import { unread } from './unread.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Packages that read their own files at run time, or bring a binary: not bundled, but laid beside the functions whose code
 * names them, and only those.
 */
export const PACKAGES_BESIDE = [
  '@sparticuz/chromium',
  '@fontsource/inter',
  '@fontsource/noto-sans-arabic',
  '@fontsource/open-sans',
  '@fontsource-variable/noto-emoji',
  '@fontsource-variable/noto-sans-sc',
  'libxml2-wasm',
  'saxon-js',
];

/** A function as it is deployed. */
export interface FunctionBundle {
  /** `invoices-issue`: the file is `<asset>/invoices-issue.mjs` and exports `handler`. */
  name: string;
  /** The source file. */
  file: string;
  /** Folder that holds the function, its chunks and the packages beside them. */
  asset: string;
  /** Minified bytes that a cold start loads: the entry and all that it imports statically. */
  bytes: number;
  /** Minified bytes of chunks that it loads when it needs them. */
  lazyBytes: number;
  /** How many files a cold start loads, and the sources that they were made from: `builtin:` names modules of Node. */
  files: number;
  sources: string[];
  packages: string[];
}

const OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  external: PACKAGES_BESIDE,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles functions for Lambda: what several of them need is read and shortened once for all, then gathered for each. Writes
 * `<outDir>/<name>/`. What was there is removed.
 *
 * @param files paths of sources from the repository's root, or already absolute
 */
export async function bundleFunctions(files: readonly string[], outDir: string): Promise<FunctionBundle[]> {
  const target = resolve(outDir);
  const shared = await built({
    ...OPTIONS,
    entryPoints: Object.fromEntries(files.map(file => [functionName(file), file])),
    outdir: target,
    mainFields: ['module', 'main'],
    plugins: [slim, builtins, unread],
  });
  const entries = files.map(file => join(target, `${functionName(file)}.mjs`));
  const foundation = await layFoundation(shared, entries, { ...OPTIONS, outdir: target });
  await rm(target, { recursive: true, force: true });
  return Promise.all(files.map(file => bundleFunction({ shared, foundation, file, target })));
}

interface Gathering {
  /** All functions, as they share code. */
  shared: Built;
  foundation: Foundation;
  file: string;
  target: string;
}

/** Gathers one function and writes it. */
async function bundleFunction({ shared, foundation, file, target }: Gathering): Promise<FunctionBundle> {
  const name = functionName(file);
  const asset = join(target, name);
  const entry = join(target, `${name}.mjs`);
  const gathered = await gather(foundation, entry, { ...OPTIONS, outdir: asset });
  for (const [path, { contents }] of gathered) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  const inputsOf = (which: 'at once' | 'all'): string[] =>
    closure(shared, entry, which).flatMap(path => shared.get(path)?.inputs ?? []);
  const sizeOf = (paths: Iterable<string>): number =>
    [...paths].reduce((sum, path) => sum + (gathered.get(path)?.contents.length ?? 0), 0);
  const packages = packagesBeside(inputsOf('all'));
  await copyPackages(packages, join(asset, 'node_modules'));
  const start = closure(gathered, join(asset, `${name}.mjs`), 'at once');
  const bytes = sizeOf(start);
  return {
    name,
    file,
    asset,
    bytes,
    lazyBytes: sizeOf(gathered.keys()) - bytes,
    files: start.length,
    sources: [...new Set(inputsOf('at once'))].sort(),
    packages,
  };
}

/** The packages of PACKAGES_BESIDE that code of ours names: as an import, or as a path to resolve a file by. */
function packagesBeside(inputs: string[]): string[] {
  const sources = inputs
    .filter(input => !/^builtin|node_modules/.test(input))
    .map(input => readFileSync(resolve(root, input), 'utf8'));
  return PACKAGES_BESIDE.filter(name => sources.some(text => new RegExp(`['"\`]${name}[/'"\`]`).test(text)));
}
