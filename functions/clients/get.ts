import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { deliveryNoteHistory, invoiceHistory } from '#shared/documents/client-history/history.ts';
import { readCredit } from '#shared/documents/allocations/store.ts';
import { presentClientView } from '#shared/documents/client-history/view.ts';
import { receiptHistory } from '#shared/documents/receipts/store.ts';
import { readClientItem } from '#shared/records/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/clients/{uuid}',
    summary: 'Get a client with its invoices',
    auth: 'company',
    permission: 'client.view',
    query: z.object(paging()),
    responses: { 200: () => import('#shared/documents/client-history/schema.ts').then(schema => schema.clientViewSchema) },
    errors: [404],
    read: async ({ company, params, query }) => {
      const id = params.uuid;
      const [item, history, notes, receipts, credit] = await Promise.all([
        readClientItem(company, id),
        invoiceHistory(company, id, query),
        deliveryNoteHistory(company, id),
        receiptHistory(company, id),
        readCredit(company, id),
      ]);
      return { row: found(item, 'Client').row, history, notes, receipts, credit };
    },
    version: ({ loaded }) => loaded.row.record.version,
    present: presentClientView,
  },
  ({ loaded }) => loaded,
);
