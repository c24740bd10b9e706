import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadCatalogue } from '../../catalogue.ts';
import { openApiDocument } from '../../openapi/document.ts';
import { brunoOperations } from './collection.ts';

/** `npm run bruno`: writes all operations of the API as requests into the Bruno collection, in a folder that git ignores. */
const folder = join(import.meta.dirname, '../../../clients/bruno/Operations');
const { endpoints } = await loadCatalogue();
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of Object.entries(
  brunoOperations(await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })),
)) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
