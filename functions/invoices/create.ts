import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { inCompany, readContext } from '../../shared/invoices/context.ts';
import { createInvoice } from '../../shared/invoices/create.ts';
import { readByKey } from '../../shared/invoices/duplicates.ts';
import { invoiceBody } from '../../shared/invoices/input.ts';
import { presentWrapped, wrappedSchema } from '../../shared/invoices/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices',
    summary: 'Create a draft invoice',
    auth: 'company',
    permission: 'invoice.create',
    body: invoiceBody,
    invalidBody: 400,
    responses: { 201: wrappedSchema },
    errors: [404, 422],
    uses: ['table:read', 'table:write'],
    read: ({ company, body }) =>
      Promise.all([readContext(company, body), body?.idempotencyKey ? readByKey(company, body.idempotencyKey) : undefined]),
    present: presentWrapped,
  },
  ({ company, actor, body, loaded: [context, existing], commit, idempotent }) =>
    createInvoice({ body, existing, context: inCompany(company, context), by: actor, commit, idempotent }),
);
