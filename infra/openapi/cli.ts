import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadCatalogue } from '../catalogue.ts';
import { openApiDocument } from './document.ts';

/** `node infra/openapi/cli.ts <file>`: writes the OpenAPI document. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
const { endpoints } = await loadCatalogue();
const document = await openApiDocument(endpoints, { serverUrl: 'http://127.0.0.1:3000' });
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
