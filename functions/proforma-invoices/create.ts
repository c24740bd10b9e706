import { convertibleContext } from '#shared/documents/convertible/context.ts';
import { readContext } from '#shared/documents/drafting-context.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { createProforma } from '#shared/proformas/create.ts';
import { presentProforma } from '#shared/proformas/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices',
    summary: 'Create a proforma; its number is assigned immediately',
    auth: 'company',
    permission: 'invoice.create',
    body: () => import('#shared/proformas/input.ts').then(input => input.proformaBody),
    invalidBody: 400,
    responses: { 201: () => import('#shared/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 422],
    read: ({ company, body }) => readContext(company, body),
    present: presentProforma,
  },
  async ({ company, actor, body, loaded, commit, idempotent }) => {
    const context = await convertibleContext(loaded, company, body);
    return createProforma({ body, context, by: actor, commit, idempotent });
  },
);
