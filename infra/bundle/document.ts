import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Site } from '../docs-site/site.ts';

/** Bundles the function that serves the OpenAPI document and the documentation site, together with both. @returns the absolute path of the folder */
export async function bundleDocumentFunction(document: object, site: Site, folder: string): Promise<string> {
  const target = resolve(import.meta.dirname, '..', '..', folder);
  await mkdir(target, { recursive: true });
  await build({
    entryPoints: { openapi: join(import.meta.dirname, 'document-function.ts') },
    outdir: target,
    bundle: true,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
  });
  await Promise.all([
    writeFile(join(target, 'openapi.json'), JSON.stringify(document)),
    writeFile(join(target, 'docs.json'), JSON.stringify(site)),
  ]);
  return target;
}
