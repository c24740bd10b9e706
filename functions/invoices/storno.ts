import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { stornoDraft } from '#shared/documents/invoices/reversal/draft.ts';
import { stornoBody } from '#shared/documents/invoices/reversal/input.ts';
import { readForReversal, reverseInvoice } from '#shared/documents/invoices/reversal/reverse.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/storno',
    summary: 'Issue the credit note or negative invoice that takes back an issued invoice as a whole',
    auth: 'company',
    permission: 'invoice.issue',
    body: stornoBody,
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [402, 404, 409, 422],
    uses: ['schematron:invoke'],
    read: ({ company, organizationId, sandbox, params }) => readForReversal(company, { organizationId, sandbox }, params.uuid),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ company, actor, body, loaded, commit }) =>
    reverseInvoice({
      ...{ company, read: loaded, by: actor, commit },
      drafted: (source, context) => stornoDraft(source, body, context, actor),
    }),
);
