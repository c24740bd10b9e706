import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { VALID_DOCUMENTS } from '../unit/einvoice/sample-documents.ts';
import { corpusSpecimens, type Specimen } from './corpus.ts';

/** Whole documents to start mutants from: those of our writer, and the examples of the corpora that are not too long. */
export function mutantBases(): Specimen[] {
  const ours = VALID_DOCUMENTS.map(([title, document]) => ({ name: title, xml: writeUbl(document) }));
  const examples = corpusSpecimens().filter(({ name, xml }) => !name.includes('#') && xml.length < 40_000);
  // Ours twice: they are valid, so a mutant shows the effect of its change.
  return [...ours, ...ours, ...examples];
}
