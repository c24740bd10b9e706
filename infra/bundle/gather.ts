import { basename, dirname, join, resolve } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

/** Files of a build, by their absolute paths. */
export type Built = Map<string, BuiltFile>;

export interface BuiltFile {
  contents: Uint8Array;
  /** The files that it imports, and when: at once, or when it needs them. */
  imports: { path: string; lazy: boolean }[];
  exports: string[];
  /** The sources that it was made from, as esbuild names them. */
  inputs: string[];
}

/** Builds without writing. */
export async function built(options: BuildOptions & { absWorkingDir: string }): Promise<Built> {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  const absolute = (path: string): string => resolve(options.absWorkingDir, path);
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [absolute(path), output]));
  return new Map(
    outputFiles.map(({ path, contents }) => {
      const { imports = [], exports = [], inputs = {} } = outputs.get(path) ?? {};
      const files = imports.filter(one => !one.external || one.path.startsWith('./'));
      return [
        path,
        {
          contents,
          imports: files.map(one => ({
            path: one.external ? resolve(dirname(path), one.path) : absolute(one.path),
            lazy: one.kind === 'dynamic-import',
          })),
          exports,
          inputs: Object.keys(inputs),
        },
      ];
    }),
  );
}

/** A file and those that it imports, all the way: what its import loads, or also what it loads when it needs it. */
export function closure(files: Built, entry: string, which: 'at once' | 'all'): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, lazy } of files.get(path)?.imports ?? []) if (which === 'all' || !lazy) found.add(next);
  }
  return [...found];
}

type Options = BuildOptions & { absWorkingDir: string; outdir: string };

/** Builds from the files of another build, as they are or changed. What is `beside` stays an import of `./<its name>`. */
function builtFrom(
  files: Built,
  options: Options & { change: (path: string, contents: Uint8Array) => Uint8Array; beside?: string },
): Promise<Built> {
  const { change, beside, ...rest } = options;
  const again: Plugin = {
    name: 'again',
    setup(build) {
      build.onResolve({ filter: /^[./]/ }, ({ path, importer }) => {
        const found = resolve(dirname(importer), path);
        return found === beside ? { path: `./${basename(found)}`, external: true } : { path: found };
      });
      build.onLoad({ filter: /\.mjs$/ }, ({ path }) => ({
        contents: change(path, files.get(path)?.contents ?? new Uint8Array()),
        loader: 'js',
      }));
    },
  };
  return built({ ...rest, plugins: [again] });
}

/** What nearly every function loads at its start, as one file. */
export interface Foundation {
  path: string;
  file: BuiltFile;
  /** The files of the build: those that went into the foundation now hand on what it exports. */
  files: Built;
}

/** The share of all functions that must load a file at their start for all to load it. */
const NEARLY_ALL = 0.9;

/**
 * Makes one file of what nearly every function loads at its start, so that it need not be read and shortened again for each. Files
 * that load something later are left out: what they load could come a second time with a function, and be there twice.
 */
export async function layFoundation(files: Built, entries: readonly string[], options: Options): Promise<Foundation> {
  const users = Map.groupBy(
    entries.flatMap(entry => closure(files, entry, 'at once')),
    path => path,
  );
  const members = [...users.keys()].filter(
    path =>
      (users.get(path)?.length ?? 0) >= entries.length * NEARLY_ALL &&
      closure(files, path, 'all').length === closure(files, path, 'at once').length,
  );
  // Each file names its exports `a`, `b`, `c`: in the foundation, its place comes after.
  const handOn = (member: string, from: string, item: (name: string, shared: string) => string): Buffer => {
    const names = (files.get(member)?.exports ?? []).map(name => item(name, `${name}_${members.indexOf(member)}`));
    return Buffer.from(`export{${names.join()}}from${JSON.stringify(from)};`);
  };
  const path = join(options.outdir, 'foundation.mjs');
  const source = Buffer.concat(members.map(member => handOn(member, member, (name, shared) => `${name} as ${shared}`)));
  const laid = await builtFrom(files, {
    ...options,
    entryPoints: [path],
    change: (asked, contents) => (asked === path ? source : contents),
  });
  const file = laid.get(path);
  if (laid.size !== 1 || !file) throw new Error(`The foundation is not one file but ${[...laid.keys()].join(', ')}.`);
  const handing = members.map((member): [string, BuiltFile] => {
    const contents = handOn(member, path, (name, shared) => `${shared} as ${name}`);
    return [member, { contents, imports: [], exports: [], inputs: [] }];
  });
  return { path, file, files: new Map([...files, ...handing]) };
}

/**
 * Builds one function of a build again, into a folder of its own: its start is the foundation and one chunk. Where many functions
 * share code, esbuild puts what the same functions need into a chunk: the start of an invoice's creation was 57 files, and Node
 * took a third of the time to find, read and link them.
 *
 * What only some requests need stays apart: each such chunk is made to import the function, so that all of them, and the function,
 * need what the function needs, which is what esbuild makes one chunk of.
 */
export async function gather({ files, file, path }: Foundation, entry: string, options: Options): Promise<Built> {
  const imports = closure(files, entry, 'all').flatMap(one => files.get(one)?.imports ?? []);
  const lazy = new Set(imports.flatMap(one => (one.lazy ? [one.path] : [])));
  const importsEntry = Buffer.from(`import ${JSON.stringify(entry)};`);
  const gathered = await builtFrom(files, {
    ...options,
    entryPoints: [entry],
    change: (asked, contents) => (lazy.has(asked) ? Buffer.concat([importsEntry, contents]) : contents),
    beside: path,
  });
  return gathered.set(join(options.outdir, basename(path)), file);
}
