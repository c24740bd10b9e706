import { DOCUMENT_FUNCTION } from '../api-body.ts';
import type { Catalogue } from '../catalogue.ts';
import { type DocumentEvent, documentAnswers } from '../document-answers.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Runnable } from './invoke.ts';

/** The function of `/openapi.json`, which is not part of the catalogue. It generates the document at the first request. */
export function documentFunction({ endpoints }: Catalogue, serverUrl: string): Runnable {
  let document: Promise<object> | undefined;
  let answer: ReturnType<typeof documentAnswers> | undefined;
  const handler = async (event: DocumentEvent): Promise<unknown> => {
    document ??= openApiDocument(endpoints, { serverUrl });
    answer ??= documentAnswers(JSON.stringify(await document));
    return answer(event);
  };
  return { name: DOCUMENT_FUNCTION, handler: Object.assign(handler, { definition: {} }) };
}
