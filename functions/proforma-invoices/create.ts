import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createProforma } from '#shared/documents/proformas/create.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices',
    summary: 'Create a proforma; its number is assigned immediately',
    auth: 'company',
    permission: 'invoice.create',
    body: () => import('#shared/documents/proformas/input.ts').then(input => input.proformaBody),
    invalidBody: 400,
    responses: { 201: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 422],
    read: ({ company, body }) => readContext(company, body),
    present: presentProforma,
  },
  async ({ company, actor, body, loaded, commit, idempotent }) => {
    const context = await convertibleContext(loaded, company, body);
    return createProforma({ body, context, by: actor, commit, idempotent });
  },
);
