import { readFileSync } from 'node:fs';
import { documentAnswers, type DocumentEvent } from '../document-answers.ts';

/** The function of a stage that answers with the document beside it, which the stage was made with. */
const answer = documentAnswers(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));

export const handler = (event: DocumentEvent): Promise<ReturnType<typeof answer>> => Promise.resolve(answer(event));
