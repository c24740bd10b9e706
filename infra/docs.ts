import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsDocument } from '../test/security/asvs/document.ts';
import { loadCatalogue } from './catalogue.ts';
import { generatedDocs } from './generated-docs.ts';

/** `npm run docs`: writes the pages of docs/ that are made from the code, and from the tables of test/security. */
const { endpoints } = await loadCatalogue();
const pages = { ...generatedDocs(endpoints), 'asvs.md': asvsDocument() };
for (const [name, text] of Object.entries(pages)) writeFileSync(join(import.meta.dirname, '..', 'docs', name), text);
