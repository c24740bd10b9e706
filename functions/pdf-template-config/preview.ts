import { readStoredConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { previewBody } from '#shared/output/pdf/configuration-store.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/pdf-template-config/preview',
    summary: 'Preview a sample invoice in a template, as an HTML page',
    auth: 'company',
    permission: 'settings.view',
    body: previewBody,
    invalidBody: 400,
    responses: { 200: null },
    produces: 'text/html',
    table: 'read',
    uses: ['documents:read'],
    read: ({ company }) => Promise.all([readStoredConfiguration(company), consumeCompanyBucket('templatePreviews', company)]),
  },
  async ({ company, actor, body, loaded: [stored] }) => {
    const { preview, POLICY } = await import('#shared/documents/invoices/files/preview.ts');
    return answer(200, await preview(company, actor, stored, body), {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': `${POLICY}; sandbox`,
    });
  },
);
