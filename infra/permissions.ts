import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from './catalogue.ts';
import { permissionDocument } from './permission-table.ts';

/** `npm run permissions`: prints who may do what. `-- --write` puts it into docs/permissions.md. */
const { endpoints } = await loadCatalogue();
const document = permissionDocument(endpoints);
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '../docs/permissions.md'), document);
else process.stdout.write(document);
