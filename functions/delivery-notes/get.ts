import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNoteDetail } from '#shared/documents/delivery-notes/detail.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}',
    summary: 'Get a delivery note with its lines and timeline',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404],
    read: ({ company, params }) => Promise.all([readDeliveryNoteDetail(company, params.uuid), readSeries(company)]),
    version: ({ loaded: [stored] }) => stored.document.version,
  },
  ({ loaded: [stored, series] }) => presentDeliveryNote({ ...stored, nextNumber: nextNumberOf(stored.document, series) }),
);
