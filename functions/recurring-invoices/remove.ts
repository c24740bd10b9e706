import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { removeTemplate } from '#shared/documents/recurring-invoices/manage.ts';
import { templateKey, readTemplate } from '#shared/documents/recurring-invoices/store.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/recurring-invoices/{uuid}',
    summary: 'Remove a recurring invoice; its documents stay',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    responses: { 204: null },
    errors: [404],
    changes: ({ company, params }) => templateKey({ companyId: company, id: params.uuid }),
    read: ({ company, params }) => readTemplate(company, params.uuid),
  },
  ({ loaded, commit }) => removeTemplate(loaded, commit),
);
