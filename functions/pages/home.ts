import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { homePage } from '#shared/app/pages/home.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { pageLanguage } from '#shared/app/pages/language.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/pages',
    summary: 'The start page of the hosted pages',
    auth: 'public',
    table: 'none',
    query: pageQuery,
    responses: { 200: null },
    produces: 'text/html',
    errorPage,
  },
  ({ query: { lang }, event }) => {
    const { html, headers } = homePage(pageLanguage(lang, header(event, 'accept-language')));
    return answer(200, html, headers);
  },
);
