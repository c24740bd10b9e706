import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { rejectProforma } from '#shared/documents/proformas/answer.ts';
import { rejectionBody } from '#shared/documents/proformas/input.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readToChange } from '#shared/documents/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/reject',
    summary: 'Record that the client rejected a proforma',
    auth: 'company',
    permission: 'invoice.edit',
    body: rejectionBody,
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: ({ company, params }) => readToChange(company, params.uuid),
    present: presentProforma,
  },
  ({ body, actor, loaded, commit }) => rejectProforma(loaded, body, actor, commit),
);
