import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentEvent } from '#shared/documents/common/present/parts.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { notFound } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/events',
    summary: 'Get the timeline of an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/common/present/schema.ts').then(schema => schema.eventSchema.array()) },
    errors: [404],
    read: ({ company, params }) => readInvoice(company, params.uuid),
  },
  ({ loaded }) => {
    if (!loaded) throw notFound('Invoice');
    return loaded.events.map(presentEvent);
  },
);
