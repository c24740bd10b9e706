import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../catalogue.ts';
import { openApiDocument } from '../openapi/document.ts';
import { clientSchema, fingerprint } from './schema.ts';
import { writeClients } from './write.ts';

/** `npm run client`: writes the types of the TypeScript client, unless the file was made from the same document, and the other clients. */
const file = join(import.meta.dirname, '../../clients/typescript/src/schema.ts');
const { endpoints } = await loadCatalogue();
const document = await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' });
const isCurrent = existsSync(file) && readFileSync(file, 'utf8').includes(fingerprint(document));
if (!isCurrent) writeFileSync(file, await clientSchema(document));
const written = writeClients(document) + (isCurrent ? 0 : 1);
process.stdout.write(
  `${written === 0 ? 'The generated files of the clients are current' : `${written} generated files written`}: clients/{typescript,python,php}/src\n`,
);
