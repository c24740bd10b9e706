import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { readListed } from '#shared/documents/lists/converted.ts';
import { beginList, finishList } from '#shared/documents/lists/list.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { DELIVERY_NOTE_LIST, deliveryNoteListQuery } from '#shared/documents/delivery-notes/list.ts';
import { presentDeliveryNoteRow } from '#shared/documents/delivery-notes/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes',
    summary: 'List the delivery notes of the company',
    auth: 'company',
    permission: 'invoice.view',
    query: deliveryNoteListQuery,
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNotePageSchema) },
    errors: [422],
    uses: ['documents:read', 'unhurried-queue:send'],
    read: ({ company, query }) => Promise.all([beginList(DELIVERY_NOTE_LIST, company, query), readSeries(company)]),
  },
  async ({ companyId, loaded: [begun, series], query }) => {
    const { rows, total } = await finishList(DELIVERY_NOTE_LIST, companyId, query, begun);
    const listed = await readListed<DeliveryNote>(KINDS.delivery_note, companyId, rows);
    return pageOf(
      listed.map(({ document, invoice }) => presentDeliveryNoteRow(document, invoice, series)),
      total,
      query,
    );
  },
);
