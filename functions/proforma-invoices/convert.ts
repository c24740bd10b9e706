import { readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import { conversionTerms } from '#shared/documents/common/convertible/conversion-terms.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { convertProforma } from '#shared/documents/proformas/convert.ts';
import { proformaConversionBody } from '#shared/documents/proformas/input.ts';
import { presentProformaConversion } from '#shared/documents/proformas/present.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';
import { PROFORMA_STATES } from '#shared/documents/proformas/states.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/convert',
    summary: 'Convert a proforma into a draft invoice, once, with its payment if it is paid',
    auth: 'company',
    permission: 'invoice.create',
    body: proformaConversionBody,
    responses: { 201: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaConversionSchema) },
    errors: [402, 404, 409, 422],
    // Read one after the other: the proforma determines which other records are needed.
    read: async ({ company, organizationId, sandbox, params, body }) => {
      const loaded = found(await readProforma(company, params.uuid), 'Proforma');
      permitted(PROFORMA_STATES, 'convert', loaded.document);
      const [context, quota] = await Promise.all([
        readContext(company, conversionTerms(loaded.document, body)),
        readInvoiceQuota({ organizationId, sandbox }),
      ]);
      return { loaded, context, quota };
    },
    present: presentProformaConversion,
  },
  ({ company, actor, body, loaded: { loaded, context, quota }, commit }) =>
    convertProforma({ loaded, request: body, company, context, by: actor, quota, commit }),
);
