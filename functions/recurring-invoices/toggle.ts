import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { toggleTemplate } from '#shared/documents/recurring-invoices/manage.ts';
import { presentTemplate } from '#shared/documents/recurring-invoices/present.ts';
import { templateKey, readTemplate } from '#shared/documents/recurring-invoices/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/recurring-invoices/{uuid}/toggle',
    summary: 'Switch a recurring invoice off, or on again',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    responses: { 200: () => import('#shared/documents/recurring-invoices/schema.ts').then(schema => schema.recurringSchema) },
    errors: [404],
    changes: ({ company, params }) => templateKey({ companyId: company, id: params.uuid }),
    read: ({ company, params }) => Promise.all([readTemplate(company, params.uuid), readSeries(company)]),
    present: presentTemplate,
  },
  ({ loaded: [loaded, series], commit }) => toggleTemplate(loaded, { context: { client: undefined, series }, commit }),
);
