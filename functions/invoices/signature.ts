import { attachment } from '../../shared/documents/file-name.ts';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { file } from '../../shared/http/answer.ts';
import { storedSignature } from '../../shared/invoices/answers.ts';
import { readHead } from '../../shared/invoices/repository.ts';
import { notFound } from '../../shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/signature',
    summary: 'The signature of the tax authority over an invoice',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null },
    produces: 'application/xml',
    errors: [404],
    uses: ['table:read', 'documents:read'],
    read: ({ company, params }) => readHead(company, params['uuid'] ?? ''),
  },
  async ({ loaded: invoice }) => {
    if (!invoice) throw notFound('Invoice');
    const { name, bytes } = await storedSignature(invoice);
    return file(bytes, 'application/xml', { 'content-disposition': attachment(name) });
  },
);
