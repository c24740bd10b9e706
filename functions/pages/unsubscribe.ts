import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { subscriptionOf } from '#shared/output/mail/documents/unsubscribe.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { chosenLanguage } from '#shared/app/pages/language.ts';
import { unsubscribePage } from '#shared/app/pages/unsubscribe.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/pages/unsubscribe/{token}',
    summary: 'Show the page where the recipient of automatic mails unsubscribes',
    auth: 'public',
    window: 'share',
    query: pageQuery,
    responses: { 200: null },
    produces: 'text/html',
    errors: [404],
    errorPage,
    uses: ['logos:read'],
    read: ({ params }) =>
      Promise.all([
        subscriptionOf(params.token),
        // Imported in parallel with the reads, because it brings in the S3 client.
        loadMeanwhile(() => import('#shared/app/pages/company-brand.ts')),
      ]),
  },
  async ({ query, loaded: [subscription, { companyBrand }] }) => {
    const brand = await companyBrand(subscription);
    const { html, headers } = unsubscribePage(chosenLanguage(query.lang) ?? subscription.language, subscription, brand);
    return answer(200, html, headers);
  },
);
