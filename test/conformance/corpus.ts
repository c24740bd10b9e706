import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ARTIFACTS } from '../support/einvoice/oracle.ts';

/** One UBL document to validate, with a name to find it again. */
export interface Specimen {
  name: string;
  xml: string;
}

const CORPUS = join(ARTIFACTS, 'corpus');

/** Every UBL document of the official corpora: whole files, and each document of the unit `testSet`s; none where they are not there. */
export function corpusSpecimens(): Specimen[] {
  if (!existsSync(CORPUS)) return [];
  const files = readdirSync(CORPUS, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.xml$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  return files.flatMap(file => {
    const xml = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const name = relative(CORPUS, file);
    if (/<testSet\b/.test(xml)) return unitDocuments(name, xml);
    return /<([\w-]+:)?(Invoice|CreditNote)\b/.test(xml) ? [{ name, xml }] : [];
  });
}

/** The documents of one `testSet`: each `test` holds an `assert` and one document, which declares its namespaces itself. */
function unitDocuments(name: string, xml: string): Specimen[] {
  return [...xml.matchAll(/<(Invoice|CreditNote)\b[^]*?<\/\1\s*>|<(Invoice|CreditNote)\b[^>]*\/>/g)].map((match, index) => ({
    name: `${basename(name, '.xml')}#${index + 1} (${name.includes('CreditNote-') ? 'credit note' : 'invoice'})`,
    xml: match[0],
  }));
}
