import { readContext } from '#shared/documents/common/drafting-context.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { updateTemplate } from '#shared/documents/recurring-invoices/manage.ts';
import { presentTemplate } from '#shared/documents/recurring-invoices/present.ts';
import { templateKey, readTemplate } from '#shared/documents/recurring-invoices/store.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/recurring-invoices/{uuid}',
    summary: 'Change a recurring invoice; lines replace all lines',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    body: () => import('#shared/documents/recurring-invoices/input.ts').then(input => input.recurringChanges),
    confirmedEmail: body => body.autoEmailEnabled === true,
    responses: { 200: () => import('#shared/documents/recurring-invoices/schema.ts').then(schema => schema.recurringSchema) },
    errors: [404, 422],
    changes: ({ company, params }) => templateKey({ companyId: company, id: params.uuid }),
    read: ({ company, params, body }) => Promise.all([readTemplate(company, params.uuid), readContext(company, body)]),
    present: presentTemplate,
  },
  ({ company, body, loaded: [loaded, context], commit }) => updateTemplate(loaded, body, { company, context, commit }),
);
