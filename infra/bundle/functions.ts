import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { functionName } from '../catalogue.ts';
import { copyPackages } from './packages.ts';
import { slim } from './slim.ts';

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
  /** Folder that holds the function, its chunks and the packages beside them; functions of an area share one. */
  asset: string;
  /** Minified bytes that a cold start loads: the entry and all that it imports statically. */
  bytes: number;
  /** Minified bytes of chunks that it loads when it needs them. */
  lazyBytes: number;
  packages: string[];
}

/**
 * Bundles functions for Lambda in one esbuild call: what several of them need is built once and lies in chunks. Writes
 * `<outDir>/<area>/`; functions that need packages beside them get a folder of their own. What was there is removed.
 *
 * @param files paths of sources from the repository's root, or already absolute
 */
export async function bundleFunctions(files: readonly string[], outDir: string): Promise<FunctionBundle[]> {
  const staging = resolve(outDir);
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(files.map(file => [functionName(file), file])),
    outdir: staging,
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    external: PACKAGES_BESIDE,
    // CommonJS packages inside an ES module still call `require` for Node's own modules.
    banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [slim],
  });
  const contents = new Map(outputFiles.map(({ path, contents: bytes }) => [path, bytes]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [resolve(root, path), output]));
  const bundles = files.map(file => describe(file, staging, outputs));

  await rm(staging, { recursive: true, force: true });
  for (const { bundle, all } of bundles) {
    for (const path of all) {
      const target = join(bundle.asset, relative(staging, path));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, contents.get(path) ?? '');
    }
    await copyPackages(bundle.packages, join(bundle.asset, 'node_modules'));
  }
  return bundles.map(({ bundle }) => bundle);
}

type Outputs = Map<string, Metafile['outputs'][string]>;

function describe(file: string, staging: string, outputs: Outputs): { bundle: FunctionBundle; all: string[] } {
  const name = functionName(file);
  const entry = join(staging, `${name}.mjs`);
  const loaded = closure(entry, outputs, kind => kind !== 'dynamic-import');
  const all = closure(entry, outputs, () => true);
  const sizeOf = (paths: string[]): number => paths.reduce((sum, path) => sum + (outputs.get(path)?.bytes ?? 0), 0);
  const packages = packagesBeside(all.flatMap(path => Object.keys(outputs.get(path)?.inputs ?? {})));
  const area = file.split('/').at(-2) ?? '';
  const bytes = sizeOf(loaded);
  return {
    bundle: {
      name,
      file,
      asset: join(staging, packages.length > 0 ? name : area),
      bytes,
      lazyBytes: sizeOf(all) - bytes,
      packages,
    },
    all,
  };
}

/** An output and those that it imports, all the way. */
function closure(entry: string, outputs: Outputs, follows: (kind: string) => boolean): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of outputs.get(path)?.imports ?? []) {
      if (!external && follows(kind)) found.add(resolve(root, next));
    }
  }
  return [...found];
}

/** The packages of PACKAGES_BESIDE that code of ours names: as an import, or as a path to resolve a file by. */
function packagesBeside(inputs: string[]): string[] {
  const sources = inputs
    .filter(input => !input.split(sep).includes('node_modules'))
    .map(input => readFileSync(resolve(root, input), 'utf8'));
  return PACKAGES_BESIDE.filter(name => sources.some(text => new RegExp(`['"\`]${name}[/'"\`]`).test(text)));
}
