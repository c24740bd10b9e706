import { readFileSync } from 'node:fs';
import type { Site } from '../docs-site/site.ts';
import { documentAnswers, type DocumentEvent } from '../api/document-answers.ts';

/** The Lambda function that answers with the OpenAPI document of its stage and the documentation site, files in its own folder. */
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

let site: Site | undefined;
const answer = documentAnswers(read('openapi.json'), () => (site ??= JSON.parse(read('docs.json')) as Site));

export const handler = (event: DocumentEvent): ReturnType<typeof answer> => answer(event);
