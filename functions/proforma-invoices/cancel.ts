import { cancellationBody } from '#shared/documents/common/convertible/input.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { cancelProforma } from '#shared/documents/proformas/cancel.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readToChange } from '#shared/documents/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/cancel',
    summary: 'Cancel a proforma',
    auth: 'company',
    permission: 'invoice.cancel',
    body: cancellationBody,
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: ({ company, params }) => readToChange(company, params.uuid),
    present: presentProforma,
  },
  ({ body, actor, loaded, commit }) => cancelProforma(loaded, body, actor, commit),
);
