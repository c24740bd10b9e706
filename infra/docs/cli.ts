import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../catalogue.ts';
import { generatedDocs } from './generated-docs.ts';

/** `npm run docs`: writes the pages of docs/ that are made from the code. */
const { endpoints } = await loadCatalogue();
for (const [name, text] of Object.entries(generatedDocs(endpoints)))
  writeFileSync(join(import.meta.dirname, '../../docs', name), text);
