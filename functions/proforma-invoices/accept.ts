import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { acceptProforma } from '#shared/documents/proformas/answer.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readToChange } from '#shared/documents/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/accept',
    summary: 'Record that the client accepted a proforma',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: ({ company, params }) => readToChange(company, params.uuid),
    present: presentProforma,
  },
  ({ actor, loaded, commit }) => acceptProforma(loaded, actor, commit),
);
