import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';
import type { BackgroundHandler } from '#shared/platform/lambda/worker/define-worker.ts';

/**
 * Everything under `functions/`, found by reading the folder: one file = one function. The CDK app, the local gateway, the OpenAPI
 * document, the permission table and the test matrix are all derived from it: a new endpoint only needs a new file.
 */
export interface FunctionEntry<H> {
  /** `<area>-<file>`: the function's name within a stage. */
  name: string;
  area: string;
  /** Path of the source file from the repository's root. */
  file: string;
  handler: H;
}

export type EndpointEntry = FunctionEntry<EndpointHandler>;
export type BackgroundEntry = FunctionEntry<BackgroundHandler>;
export type Entry = EndpointEntry | BackgroundEntry;

export interface Catalogue {
  endpoints: readonly EndpointEntry[];
  background: readonly BackgroundEntry[];
}

const root = join(import.meta.dirname, '..');

/** Files under `functions/`, sorted, without loading them. */
export async function functionFiles(): Promise<string[]> {
  const entries = await readdir(join(root, 'functions'), { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** `functions/invoices/issue.ts` → `invoices-issue`. */
export const functionName = (file: string): string =>
  file
    .replace(/^functions\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

let catalogue: Promise<Catalogue> | undefined;

/**
 * Imports every function and separates endpoints from the rest; once in a process, whose modules do not change.
 *
 * @throws when a file exports no `handler` made by a `define…` function
 */
export const loadCatalogue = (): Promise<Catalogue> => (catalogue ??= readCatalogue());

async function readCatalogue(): Promise<Catalogue> {
  const files = await functionFiles();
  const entries = await Promise.all(
    files.map(async file => {
      const module = (await import(pathToFileURL(join(root, file)).href)) as { handler?: EndpointHandler | BackgroundHandler };
      if (!module.handler?.definition) throw new Error(`${file} exports no handler with a definition.`);
      return { name: functionName(file), area: file.split('/')[1] ?? '', file, handler: module.handler };
    }),
  );
  return Object.freeze({
    endpoints: Object.freeze(entries.filter((entry): entry is EndpointEntry => entry.handler.definition.kind === 'endpoint')),
    background: Object.freeze(entries.filter((entry): entry is BackgroundEntry => entry.handler.definition.kind !== 'endpoint')),
  });
}
