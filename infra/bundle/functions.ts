import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { functionName } from '../catalogue.ts';
import { builtins } from './builtins.ts';
import { type EntryBuilder, entryBuilder } from './entry-builder.ts';
import { remembered } from '../remembered.ts';
import { copyPackages } from './packages.ts';
import { trimDependencies } from './trim-dependencies.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Packages that read their own files at run time or contain a binary. They are not bundled, but copied into the folders of those
 * functions whose code names them.
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

/** Folders of packages that are large and rarely change: they are in a layer, and not uploaded with every change of the code. */
const LAYERED: Readonly<Record<string, { folder: string; inLayer: string }>> = {
  '@sparticuz/chromium': { folder: 'bin', inLayer: 'chromium' },
};

/** A function as it is deployed. */
export interface FunctionBundle {
  /** `invoices-issue`: the file is `<asset>/invoices-issue.mjs` and exports `handler`. */
  name: string;
  /** The source file. */
  file: string;
  /** Folder that holds the function, its chunks, their source maps and the packages beside them. */
  asset: string;
  /** Minified bytes that a cold start loads: the entry and its static imports, without source maps. */
  bytes: number;
  /** Minified bytes of chunks that are loaded on demand, by `import()`. */
  lazyBytes: number;
  /** Names of the files that a cold start loads, and the sources that they were made from: `builtin:` names modules of Node. */
  files: string[];
  sources: string[];
  packages: string[];
  /** Folder of the function's layer, if it has one. */
  layer?: string | undefined;
}

const OPTIONS = {
  bundle: true,
  // Modules that only some requests need are loaded by `import()`, each from a chunk of its own.
  splitting: true,
  minify: true,
  // Stack traces in the log refer to the source files (shared/base/kernel/source-stack.ts); the text of these is in the repository.
  sourcemap: 'linked',
  sourcesContent: false,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  external: PACKAGES_BESIDE,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The folders of this repository that functions are made from: nothing else can be imported. */
export const SOURCES = ['functions', 'shared', 'infra'];

/** How many functions are built at a time at most: each builder needs up to 1.5 GB of memory for parsed sources. */
const MOST_BUILDERS = 3;

/**
 * Bundles each function for Lambda into `<outDir>/<name>/`. Deletes `outDir` first.
 *
 * @param files paths of sources from the repository's root
 * @throws Error when a function cannot be bundled, or a rewrite of a dependency finds nothing to rewrite
 */
export async function bundleFunctions(files: readonly string[], outDir: string): Promise<FunctionBundle[]> {
  const target = resolve(outDir);
  await rm(target, { recursive: true, force: true });
  const trimming = trimDependencies();
  const sources = await linkedSources();
  const options = {
    ...{ ...OPTIONS, absWorkingDir: sources, preserveSymlinks: true, plugins: [trimming.plugin, builtins] },
    // As package.json has it, which is not there.
    alias: { '#shared': join(sources, 'shared') },
  };
  // Many functions are made from the same sources.
  const namedIn = remembered(packagesNamed);
  const bundles = new Map<string, FunctionBundle>();
  const pending = files.values();
  // Workers take files from a shared iterator, one worker for each processor.
  const work = async (): Promise<void> => {
    const builder = await entryBuilder(options, target);
    try {
      for (const file of pending) bundles.set(file, await bundleFunction(file, target, builder, namedIn));
    } finally {
      await builder.dispose();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), MOST_BUILDERS) }, work));
  } finally {
    await rm(sources, { recursive: true });
  }
  trimming.assertAllUsed();
  return files.map(file => bundles.get(file)).filter(bundle => bundle !== undefined);
}

/**
 * A folder with links to the sources and the packages, but without a package.json: esbuild parses a file again in each rebuild when the
 * package.json above it has a `type`, as the repository's has. That took a tenth of the time. To be used with `preserveSymlinks`: otherwise
 * esbuild follows the links, and finds the package.json.
 */
async function linkedSources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'invoicing-sources-'));
  await Promise.all([...SOURCES, 'node_modules'].map(name => symlink(join(root, name), join(folder, name), 'junction')));
  return folder;
}

async function bundleFunction(
  file: string,
  target: string,
  builder: EntryBuilder,
  namedIn: (path: string) => Set<string>,
): Promise<FunctionBundle> {
  const name = functionName(file);
  const asset = join(target, name);
  const written = await builder.build(file, name);
  const outputs = new Map(Object.entries(written).map(([path, output]) => [resolve(target, path), output]));
  const code = [...outputs.keys()].filter(path => !path.endsWith('.map'));
  const start = loadedAtStart(outputs, target, join(asset, `${name}.mjs`));
  const inputsOf = (paths: string[]): string[] => paths.flatMap(path => Object.keys(outputs.get(path)?.inputs ?? {}));
  const sizeOf = (paths: string[]): number => paths.reduce((sum, path) => sum + (outputs.get(path)?.bytes ?? 0), 0);
  const packages = packagesBeside(inputsOf(code), namedIn);
  await copyPackages(packages, join(asset, 'node_modules'));
  const layer = await moveToLayer(packages, asset, join(target, 'layers', name));
  const bytes = sizeOf(start);
  return {
    ...{ name, file, asset, bytes, packages, layer },
    lazyBytes: sizeOf(code) - bytes,
    files: start.map(path => basename(path)),
    sources: [...new Set(inputsOf(start))].sort(),
  };
}

/** Moves the layered folders of packages out of a function's folder. @returns the layer's folder; undefined if there is nothing for it */
async function moveToLayer(packages: readonly string[], asset: string, layer: string): Promise<string | undefined> {
  const layered = packages.filter(name => Object.hasOwn(LAYERED, name));
  for (const name of layered) {
    const { folder = '', inLayer = '' } = LAYERED[name] ?? {};
    await mkdir(layer, { recursive: true });
    await rename(join(asset, 'node_modules', name, folder), join(layer, inLayer));
  }
  return layered.length > 0 ? layer : undefined;
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>;

/** A file and its static imports, transitively. */
function loadedAtStart(outputs: Outputs, target: string, entry: string): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of outputs.get(path)?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(resolve(target, next));
    }
  }
  return [...found];
}

/** The packages of PACKAGES_BESIDE that our own sources among the inputs name. */
function packagesBeside(inputs: string[], namedIn: (path: string) => Set<string>): string[] {
  const named = inputs.filter(input => !/^builtin|node_modules/.test(input)).map(input => namedIn(resolve(root, input)));
  return PACKAGES_BESIDE.filter(name => named.some(names => names.has(name)));
}

const NAMES_PACKAGE = new RegExp(`['"\`](${PACKAGES_BESIDE.join('|')})(?=[/'"\`])`, 'g');

/** The packages of PACKAGES_BESIDE that a source names, in an import or in a path to resolve. */
const packagesNamed = (path: string): Set<string> =>
  new Set([...readFileSync(path, 'utf8').matchAll(NAMES_PACKAGE)].map(match => match[1] ?? ''));
