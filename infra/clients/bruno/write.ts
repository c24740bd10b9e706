import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the collection is. */
export const COLLECTION_FOLDER = join(import.meta.dirname, '../../../clients/bruno');

/** Writes the files of a collection, and removes those that it does not have any more. The README is written by hand. */
export function writeCollection(files: Record<string, string>): void {
  for (const name of readdirSync(COLLECTION_FOLDER))
    if (name !== 'README.md') rmSync(join(COLLECTION_FOLDER, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(COLLECTION_FOLDER, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
