import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { subscriptionOf, unsubscribe } from '#shared/output/mail/documents/unsubscribe.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { chosenLanguage } from '#shared/app/pages/language.ts';
import { unsubscribedPage } from '#shared/app/pages/unsubscribe.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/pages/unsubscribe/{token}',
    summary: 'Unsubscribe the recipient of a mail from automatic mails of the company',
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
    // The brand never fails: without its logo it has the company's name.
    const [brand] = await Promise.all([companyBrand(subscription), unsubscribe(subscription)]);
    const { html, headers } = unsubscribedPage(chosenLanguage(query.lang) ?? subscription.language, subscription, brand);
    return answer(200, html, headers);
  },
);
