import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { docsSite } from '../docs-site/site.ts';

/** Bundles the function that serves the OpenAPI document and the documentation site, together with both. @returns the absolute path of the folder */
export async function bundleDocumentFunction(document: object, folder: string): Promise<string> {
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
  await writeFile(join(target, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(target, 'docs.json'), JSON.stringify(docsSite()));
  return target;
}
