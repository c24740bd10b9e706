import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsDocument } from '../test/security/asvs/document.ts';
import { loadCatalogue } from './catalogue.ts';
import { brunoCollection } from './clients/bruno/collection.ts';
import { writeCollection } from './clients/bruno/write.ts';
import { generatedDocs } from './generated-docs.ts';
import { openApiDocument } from './openapi/document.ts';

/**
 * `npm run docs`: writes the pages of docs/ that are made from the code, and from the tables of test/security, and the Bruno collection
 * (clients/bruno).
 */
const { endpoints } = await loadCatalogue();
const pages = { ...generatedDocs(endpoints), 'asvs.md': asvsDocument() };
for (const [name, text] of Object.entries(pages)) writeFileSync(join(import.meta.dirname, '..', 'docs', name), text);
writeCollection(brunoCollection(await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })));
