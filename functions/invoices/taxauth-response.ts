import { attachment } from '#shared/output/files/disposition.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/taxauth-response',
    summary: "Download the archive of the tax authority's response to an invoice",
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null },
    produces: 'application/zip',
    errors: [404, 422, 429, 503],
    table: 'write',
    uses: ['documents:read', 'documents:write', 'documents:lock', 'secrets-key:decrypt:taxauth-token', 'taxauth:call'],
    read: ({ company, params }) =>
      Promise.all([
        readInvoiceHeader(company, params.uuid),
        // Imported in parallel with the reads, because it brings in the clients of S3 and of the tax authority.
        loadMeanwhile(() => import('#shared/documents/invoices/submission/answer-archive.ts')),
      ]),
  },
  async ({ company, loaded: [invoice, { answerArchive }] }) => {
    if (!invoice) throw notFound('Invoice');
    const bytes = await answerArchive(invoice, async () => {
      // Imported only when the stored response is missing, which is rare.
      const { connectionOf } = await import('#shared/authority/taxauth/connections/find-connection.ts');
      return connectionOf(company);
    });
    return file(bytes, 'application/zip', { 'content-disposition': attachment(`${invoice.number}.zip`) });
  },
);
