import { attachment } from '#shared/output/files/disposition.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/signature',
    summary: "Download the tax authority's signature of an invoice",
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null },
    produces: 'application/xml',
    errors: [404],
    uses: ['documents:read'],
    read: ({ company, params }) =>
      Promise.all([
        readInvoiceHeader(company, params.uuid),
        // Imported in parallel with the reads, because it brings in the S3 client and the archive reader.
        loadMeanwhile(() => import('#shared/documents/invoices/submission/stored-answer.ts')),
      ]),
  },
  async ({ loaded: [invoice, { storedSignature }] }) => {
    if (!invoice) throw notFound('Invoice');
    const { name, bytes } = await storedSignature(invoice);
    return file(bytes, 'application/xml', { 'content-disposition': attachment(name) });
  },
);
