import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listTemplates, recurringQuery } from '#shared/documents/recurring-invoices/list.ts';
import { presentTemplatePage } from '#shared/documents/recurring-invoices/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/recurring-invoices',
    summary: 'List the recurring invoices of the company, newest first',
    auth: 'company',
    permission: 'recurring_invoice.view',
    query: recurringQuery,
    responses: { 200: () => import('#shared/documents/recurring-invoices/schema.ts').then(schema => schema.recurringPageSchema) },
    errors: [422],
    read: ({ company, query }) => Promise.all([listTemplates(company, query), readSeries(company)]),
  },
  ({ loaded: [found, series], query }) => presentTemplatePage({ ...found, series }, query),
);
