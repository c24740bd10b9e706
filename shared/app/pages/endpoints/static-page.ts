import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import type { Language } from '#shared/model/document.ts';
import { errorPage } from '../error-page.ts';
import { pageQuery } from '../input.ts';
import { pageLanguage } from '../language.ts';
import type { Page } from '../page.ts';

/** The endpoint of a hosted page that shows nothing but itself, in the language of `lang` or of the browser. */
export const staticPage = (path: `/pages${string}`, summary: string, page: (language: Language) => Page) =>
  defineEndpoint(
    {
      method: 'GET',
      path,
      summary,
      auth: 'public',
      table: 'none',
      query: pageQuery,
      responses: { 200: null },
      produces: 'text/html',
      errorPage,
    },
    ({ query: { lang }, event }) => {
      const { html, headers } = page(pageLanguage(lang, header(event, 'accept-language')));
      return answer(200, html, headers);
    },
  );
