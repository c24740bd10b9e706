import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { presentTemplate } from '#shared/documents/recurring-invoices/present.ts';
import { readTemplate } from '#shared/documents/recurring-invoices/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/recurring-invoices/{uuid}',
    summary: 'Get a recurring invoice with its lines',
    auth: 'company',
    permission: 'recurring_invoice.view',
    responses: { 200: () => import('#shared/documents/recurring-invoices/schema.ts').then(schema => schema.recurringSchema) },
    errors: [404],
    read: ({ company, params }) => Promise.all([readTemplate(company, params.uuid), readSeries(company)]),
    version: ({ loaded: [template] }) => template.version,
    present: presentTemplate,
  },
  async ({ companyId, loaded: [template, series] }) => ({
    template,
    series,
    client: await readClient(companyId, template.clientId),
  }),
);
