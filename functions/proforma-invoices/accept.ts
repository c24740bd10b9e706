import { nextNumberOf, readSeries } from '#shared/catalogue/series/store.ts';
import { found } from '#shared/kernel/errors.ts';
import { documentKey } from '#shared/documents/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { acceptProforma } from '#shared/proformas/answer.ts';
import { presentProforma } from '#shared/proformas/present.ts';
import { readProforma } from '#shared/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/accept',
    summary: 'Record that the client accepted a proforma',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: () => import('#shared/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readProforma(company, params.uuid), readSeries(company)]);
      const loaded = found(stored, 'Proforma');
      return { ...loaded, nextNumber: nextNumberOf(loaded.document, series) };
    },
    present: presentProforma,
  },
  ({ actor, loaded, commit }) => acceptProforma(loaded, actor, commit),
);
