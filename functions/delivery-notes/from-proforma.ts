import { createFromProforma } from '#shared/documents/delivery-notes/create.ts';
import { fromProformaBody } from '#shared/documents/delivery-notes/input.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { conversionTerms } from '#shared/documents/common/convertible/conversion-terms.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/from-proforma',
    summary: 'Create a delivery note with the goods of a proforma',
    auth: 'company',
    permission: 'invoice.create',
    body: fromProformaBody,
    responses: { 201: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 422],
    // Read one after the other: the proforma determines which other records are needed.
    read: async ({ company, body }) => {
      if (!body) return undefined;
      const { document } = found(await readProforma(company, body.proformaId), 'Proforma');
      return { proforma: document, records: await readContext(company, conversionTerms(document)) };
    },
    present: presentDeliveryNote,
  },
  async ({ company, actor, loaded, commit, idempotent }) => {
    // `read` returns undefined only for an invalid body, which is refused before this.
    const { proforma, records } = found(loaded, 'Proforma');
    const context = await convertibleContext(records, company, {});
    return createFromProforma(proforma, { context, by: actor, commit, idempotent });
  },
);
