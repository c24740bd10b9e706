import { readFileSync } from 'node:fs';
import { documentAnswers, type DocumentEvent } from '../document-answers.ts';

/** The Lambda function that answers with the OpenAPI document of its stage, a file in its own folder. */
const answer = documentAnswers(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));

export const handler = (event: DocumentEvent): ReturnType<typeof answer> => answer(event);
