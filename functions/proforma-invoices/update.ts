import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';
import { PROFORMA_STATES } from '#shared/documents/proformas/states.ts';
import { updateProforma } from '#shared/documents/proformas/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/proforma-invoices/{uuid}',
    summary: 'Replace the contents of a draft proforma',
    auth: 'company',
    permission: 'invoice.edit',
    body: () => import('#shared/documents/proformas/input.ts').then(input => input.proformaBody),
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: async ({ company, params, body }) => {
      const [stored, context] = await Promise.all([readProforma(company, params.uuid), readContext(company, body)]);
      const loaded = found(stored, 'Proforma');
      permitted(PROFORMA_STATES, 'update', loaded.document);
      return { loaded, context };
    },
    present: presentProforma,
  },
  async ({ company, actor, body, loaded: { loaded, context }, commit }) =>
    updateProforma(loaded, body, await convertibleContext(context, company, body), actor, commit),
);
