import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';
import { sendProforma } from '#shared/documents/proformas/send.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/send',
    summary: 'Mark a proforma as sent',
    auth: 'company',
    permission: 'invoice.send',
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readProforma(company, params.uuid), readSeries(company)]);
      const loaded = found(stored, 'Proforma');
      return { ...loaded, nextNumber: nextNumberOf(loaded.document, series) };
    },
    present: presentProforma,
  },
  ({ actor, loaded, commit }) => sendProforma(loaded, actor, commit),
);
