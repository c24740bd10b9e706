import { answer } from '#shared/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/lambda/endpoint/request.ts';
import { resetPasswordPage } from '#shared/pages/reset-password.ts';
import { errorPage } from '#shared/pages/error-page.ts';
import { pageQuery } from '#shared/pages/input.ts';
import { pageLanguage } from '#shared/pages/language.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/pages/reset-password',
    summary: 'The page where a forgotten password is replaced',
    auth: 'public',
    table: 'none',
    query: pageQuery,
    responses: { 200: null },
    produces: 'text/html',
    errorPage,
  },
  ({ query: { lang }, event }) => {
    const { html, headers } = resetPasswordPage(pageLanguage(lang, header(event, 'accept-language')));
    return answer(200, html, headers);
  },
);
