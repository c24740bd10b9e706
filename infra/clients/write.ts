import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../openapi/json.ts';
import { phpFiles } from './php/files.ts';
import { pythonFiles } from './python/files.ts';

const CLIENTS = join(import.meta.dirname, '../../clients');

/** Writes the generated files of the clients for Python and PHP, where they differ from what is there. @returns how many were written */
export function writeClients(document: JsonObject): number {
  return (
    writeFiles(join(CLIENTS, 'python/src/invoicing_client'), pythonFiles(document)) +
    writeFiles(join(CLIENTS, 'php/src'), phpFiles(document))
  );
}

function writeFiles(folder: string, files: Record<string, string>): number {
  let written = 0;
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    writeFileSync(file, text);
    written += 1;
  }
  return written;
}
