import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createDeliveryNote } from '#shared/documents/delivery-notes/create.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes',
    summary: 'Create a delivery note as a draft',
    auth: 'company',
    permission: 'invoice.create',
    body: () => import('#shared/documents/delivery-notes/input.ts').then(input => input.deliveryNoteBody),
    responses: { 201: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 422],
    read: ({ company, body }) => readContext(company, body),
    present: presentDeliveryNote,
  },
  async ({ company, actor, body, loaded, commit, idempotent }) => {
    const context = await convertibleContext(loaded, company, body);
    return createDeliveryNote(body, { context, by: actor, commit, idempotent });
  },
);
