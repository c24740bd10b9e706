import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { issueNow } from '#shared/documents/recurring-invoices/generation/issue-now.ts';
import { readTemplate } from '#shared/documents/recurring-invoices/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/recurring-invoices/{uuid}/issue-now',
    summary: 'Issue a document from a recurring invoice immediately, dated today; its next date does not change',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [402, 404, 409, 422],
    uses: ['schematron:invoke'],
    read: ({ company, params }) => readTemplate(company, params.uuid),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ company, actor, loaded, commit }) => issueNow(loaded, { company, by: actor, commit }),
);
