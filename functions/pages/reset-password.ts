import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { resetPasswordPage } from '#shared/app/pages/reset-password.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { pageLanguage } from '#shared/app/pages/language.ts';

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
