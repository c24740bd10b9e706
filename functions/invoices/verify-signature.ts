import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { readInvoiceHeader } from '../../shared/invoices/header.ts';
import { verifyInvoiceSignature } from '../../shared/invoices/submission/verify-signature.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/verify-signature',
    summary: 'Verify the signature of the tax authority over a validated invoice',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('../../shared/invoices/submission/schema.ts').then(schema => schema.verificationSchema) },
    errors: [404, 422],
    uses: ['table:read', 'documents:read', 'trust:read'],
    read: ({ company, params }) => readInvoiceHeader(company, params.uuid),
  },
  ({ loaded: invoice }) => verifyInvoiceSignature(invoice),
);
