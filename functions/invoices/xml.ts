import { attachment } from '#shared/output/files/disposition.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/xml',
    summary: 'Download the UBL 2.1 XML of an issued invoice',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null },
    produces: 'application/xml',
    errors: [404, 410],
    uses: ['documents:read', 'documents:write', 'documents:lock'],
    read: ({ company, params }) =>
      Promise.all([
        readInvoiceHeader(company, params.uuid),
        // Imported in parallel with the reads, because it brings in the S3 client.
        loadMeanwhile(() => import('#shared/documents/invoices/files/xml.ts')),
      ]),
  },
  async ({ loaded: [invoice, { xmlFile }] }) => {
    if (!invoice) throw notFound('Invoice');
    return file(await xmlFile(invoice), 'application/xml', {
      'content-disposition': attachment(`${invoice.number}.xml`),
    });
  },
);
