import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** Bundles the functions of the canary into one file. @returns the absolute path of the folder */
export async function bundleCanary(folder: string): Promise<string> {
  const target = resolve(import.meta.dirname, '..', '..', folder);
  await build({
    entryPoints: { canary: join(import.meta.dirname, '..', 'canary', 'functions.ts') },
    outdir: target,
    bundle: true,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Packages in the form of CommonJS, which bundles of ES modules cannot load otherwise.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
  });
  return target;
}
