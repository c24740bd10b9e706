import * as z from 'zod';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { taxauthLinkPage } from '#shared/app/pages/taxauth-link.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { pageLanguage } from '#shared/app/pages/language.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/pages/settings/taxauth',
    summary: 'Show the page with the outcome of the consent at the tax authority',
    auth: 'public',
    table: 'none',
    query: pageQuery.extend({ status: z.string().default('') }),
    responses: { 200: null },
    produces: 'text/html',
    errorPage,
  },
  ({ query: { status, lang }, event }) => {
    const { html, headers } = taxauthLinkPage(pageLanguage(lang, header(event, 'accept-language')), status);
    return answer(200, html, headers);
  },
);
