import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { noteView, openForPage } from '#shared/documents/invoices/share-links/visit.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { errorPage } from '#shared/app/pages/error-page.ts';
import { pageQuery } from '#shared/app/pages/input.ts';
import { chosenLanguage } from '#shared/app/pages/language.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/pages/share/{token}',
    summary: 'Show the page of a shared invoice',
    auth: 'public',
    window: 'share',
    query: pageQuery,
    responses: { 200: null },
    produces: 'text/html',
    errors: [404],
    errorPage,
    table: 'write',
    uses: ['logos:read'],
    read: ({ params }) =>
      Promise.all([
        openForPage(params.token),
        // Imported in parallel with the reads, because it brings in the S3 client and QR codes.
        loadMeanwhile(() =>
          Promise.all([import('#shared/app/pages/shared-document.ts'), import('#shared/app/pages/company-brand.ts')]),
        ),
      ]),
  },
  async ({ params, query, loaded: [shared, [{ sharedDocumentPage }, { companyBrand }]] }) => {
    const { company, appearance, invoice } = shared;
    const [brand] = await Promise.all([
      companyBrand({ companyName: company.name, logoPath: company.logoPath, appearance }),
      noteView(shared),
    ]);
    const { html, headers } = sharedDocumentPage(chosenLanguage(query.lang) ?? invoice.language, {
      ...shared,
      isSandbox: company.sandbox === true,
      token: params.token,
      brand,
    });
    return answer(200, html, headers);
  },
);
