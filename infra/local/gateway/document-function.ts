import { DOCUMENT_FUNCTION } from '../../api/api-body.ts';
import type { Catalogue } from '../../catalogue.ts';
import { type DocumentEvent, documentAnswers, isOfSite } from '../../api/document-answers.ts';
import type { Site } from '../../docs-site/site.ts';
import { openApiDocument } from '../../openapi/document.ts';
import type { Runnable } from '../invoke.ts';

/** The function of `/openapi.json` and `/docs`, which is not part of the catalogue. It generates document and site at their first requests. */
export function documentFunction({ endpoints }: Catalogue, serverUrl: string): Runnable {
  let document: Promise<object> | undefined;
  let site: Site | undefined;
  let answer: ReturnType<typeof documentAnswers> | undefined;
  const handler = async (event: DocumentEvent): Promise<unknown> => {
    document ??= openApiDocument(endpoints, { serverUrl });
    if (isOfSite(event.rawPath)) site ??= (await import('../../docs-site/site.ts')).docsSite();
    answer ??= documentAnswers(JSON.stringify(await document), () => site ?? {});
    return answer(event);
  };
  return { name: DOCUMENT_FUNCTION, handler: Object.assign(handler, { definition: {} }) };
}
