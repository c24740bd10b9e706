import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/verify-signature',
    summary: "Verify the tax authority's signature of a validated invoice",
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/invoices/submission/schema.ts').then(schema => schema.verificationSchema) },
    errors: [404, 422],
    table: 'read',
    uses: ['documents:read', 'trust:read'],
    read: ({ company, params }) =>
      Promise.all([
        readInvoiceHeader(company, params.uuid),
        // Imported in parallel with the reads, because it brings in the S3 client and the archive reader.
        loadMeanwhile(() => import('#shared/documents/invoices/submission/verify-signature.ts')),
      ]),
  },
  ({ loaded: [invoice, { verifyInvoiceSignature }] }) => verifyInvoiceSignature(invoice),
);
