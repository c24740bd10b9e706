import { createReturn } from '#shared/documents/delivery-notes/create.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/storno',
    summary: 'Create a draft delivery note that reverses an issued one (goods returned)',
    auth: 'company',
    permission: 'invoice.refund',
    responses: { 201: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => {
      const [stored, records] = await Promise.all([readDeliveryNote(company, params.uuid), readContext(company, undefined)]);
      return { source: found(stored, 'Delivery note').document, records };
    },
    present: presentDeliveryNote,
  },
  async ({ company, actor, loaded: { source, records }, commit, idempotent }) => {
    const context = await convertibleContext(records, company, {});
    return createReturn(source, { context, by: actor, commit, idempotent });
  },
);
