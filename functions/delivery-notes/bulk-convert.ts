import { bulkConvert } from '#shared/documents/delivery-notes/conversion/bulk.ts';
import { bulkConversionBody } from '#shared/documents/delivery-notes/input.ts';
import { presentBulkConversion } from '#shared/documents/delivery-notes/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/bulk-convert',
    summary: 'Convert several delivery notes of one client into one draft invoice: all of them, or none',
    auth: 'company',
    permission: 'invoice.create',
    body: bulkConversionBody,
    responses: { 201: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.bulkConversionSchema) },
    errors: [402, 404, 409, 422],
    present: presentBulkConversion,
  },
  ({ company, actor, body, commit }) => bulkConvert({ company, ids: body.ids, by: actor, commit }),
);
