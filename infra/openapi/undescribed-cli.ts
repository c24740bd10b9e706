import { loadCatalogue } from '../catalogue.ts';
import { openApiDocument } from './document.ts';
import { undescribed } from './undescribed.ts';

/**
 * `node infra/openapi/undescribed-cli.ts`: how many operations, parameters, schemas and fields of each area have no description;
 * with the name of an area, which.
 */
const [area] = process.argv.slice(2);
const { endpoints } = await loadCatalogue();
const found = undescribed(await openApiDocument(endpoints, { serverUrl: 'http://127.0.0.1:3000' }));
if (area === undefined) {
  for (const [name, lacks] of Object.entries(found))
    console.log(
      `${name.padEnd(24)}${Object.entries(lacks)
        .map(([part, places]) => `${part} ${places.length}`)
        .join(', ')}`,
    );
} else {
  for (const [part, places] of Object.entries(found[area] ?? {})) console.log([`${part}:`, ...places].join('\n  '));
}
