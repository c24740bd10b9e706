import { readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import { conversionBody } from '#shared/documents/common/convertible/input.ts';
import { conversionTerms } from '#shared/documents/common/convertible/conversion-terms.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { convertDeliveryNote } from '#shared/documents/delivery-notes/conversion/convert.ts';
import { datesOfSupply } from '#shared/documents/delivery-notes/conversion/outcome.ts';
import { presentNoteConversion } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { DELIVERY_NOTE_STATES } from '#shared/documents/delivery-notes/states.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/convert',
    summary: 'Convert an issued delivery note into a draft invoice, once',
    auth: 'company',
    permission: 'invoice.create',
    body: conversionBody,
    responses: { 201: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.noteConversionSchema) },
    errors: [402, 404, 409, 422],
    // Read one after the other: the delivery note determines which other records are needed.
    read: async ({ company, organizationId, sandbox, params, body }) => {
      const loaded = found(await readDeliveryNote(company, params.uuid), 'Delivery note');
      permitted(DELIVERY_NOTE_STATES, 'convert', loaded.document);
      const [context, quota] = await Promise.all([
        readContext(company, conversionTerms(loaded.document, body, datesOfSupply([loaded.document]))),
        readInvoiceQuota({ organizationId, sandbox }),
      ]);
      return { loaded, context, quota };
    },
    present: presentNoteConversion,
  },
  ({ company, actor, body, loaded: { loaded, context, quota }, commit }) =>
    convertDeliveryNote(loaded, body, { company, records: context, by: actor, quota }, commit),
);
