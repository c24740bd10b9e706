import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../../catalogue.ts';
import { openApiDocument } from '../document.ts';
import { compareDocuments } from './compare.ts';
import { contractOf, contractText, versionOf } from './contract.ts';
import { report, tooLow, unannounced, withApiSection } from './release.ts';
import { RELEASED_FILE, releasedDocument } from './released.ts';

/**
 * `npm run api:diff`: prints what changed in the API since the last release; exit code 1 if clients may fail and the major version is the
 * same. `npm run api:release`: keeps the current API as the released one, and writes the changes into CHANGELOG.md.
 */
const { endpoints } = await loadCatalogue();
const current = await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' });
const released = releasedDocument();
const [from, to] = [versionOf(released), versionOf(current)];
const changes = compareDocuments(released, current);

console.log(changes.length > 0 ? `API ${from} → ${to}\n\n${report(changes)}` : `The API has not changed since ${from}.`);
if (process.argv[2] === 'release') release();
else if (unannounced(changes, from, to).length > 0) refuse(tooLow(changes, from, to));

function release(): void {
  const reason = tooLow(changes, from, to);
  if (reason !== undefined) return refuse(reason);
  if (changes.length > 0) {
    const changelog = join(import.meta.dirname, '../../../CHANGELOG.md');
    writeFileSync(changelog, withApiSection(readFileSync(changelog, 'utf8'), to, changes));
  }
  writeFileSync(RELEASED_FILE, contractText(contractOf(current)));
}

function refuse(reason = ''): void {
  console.error(`${reason} It is \`API_VERSION\` in infra/openapi/info.ts.`);
  process.exitCode = 1;
}
