import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, context, type Metafile, type Plugin } from 'esbuild';

// esbuild is a Go program: with Go's default of 100 it spends a third of its time on collecting garbage.
process.env['GOGC'] ??= '800';

/** Stands for the name of the function that is being built: in paths, and in the entry's reference to its source map. */
const PLACEHOLDER = '__function__';

export interface EntryBuilder {
  /**
   * Bundles a source into `<outDir>/<name>/<name>.mjs` and chunks beside it. One call at a time.
   *
   * @param file the source's path from the working directory
   * @returns the files that were written, by their paths from `outDir`
   * @throws Error when the source cannot be bundled
   */
  build(file: string, name: string): Promise<Metafile['outputs']>;
  /** Frees the memory. */
  dispose(): Promise<void>;
}

/**
 * Bundles one entry point after the other in one esbuild context, which parses a source only once: functions share most of their sources.
 * A context has fixed entry points. So its only one is a placeholder, which a plugin resolves to the source that is being built.
 */
export async function entryBuilder(options: BuildOptions & { absWorkingDir: string }, outDir: string): Promise<EntryBuilder> {
  let source = '';
  const entry: Plugin = {
    name: 'entry',
    setup: build => build.onResolve({ filter: new RegExp(`^${PLACEHOLDER}$`) }, () => ({ path: source })),
  };
  const building = await context({
    ...options,
    plugins: [entry, ...(options.plugins ?? [])],
    entryPoints: { [PLACEHOLDER]: PLACEHOLDER },
    outdir: join(options.absWorkingDir, PLACEHOLDER),
    metafile: true,
    write: false,
  });
  return {
    async build(file, name) {
      source = join(options.absWorkingDir, file);
      const { metafile, outputFiles = [] } = await building.rebuild();
      const named = (text: string): string => text.replaceAll(PLACEHOLDER, name);
      await mkdir(join(outDir, name), { recursive: true });
      const placeOf = (path: string): string => join(outDir, named(relative(options.absWorkingDir, path)));
      await Promise.all(outputFiles.map(({ path, text }) => writeFile(placeOf(path), named(text))));
      return JSON.parse(named(JSON.stringify(metafile.outputs))) as Metafile['outputs'];
    },
    dispose: () => building.dispose(),
  };
}
