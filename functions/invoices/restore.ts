import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import { restoreInvoice } from '#shared/documents/invoices/restore.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { readFor } from '#shared/documents/invoices/validation/rules-read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/restore',
    summary: 'Restore a cancelled invoice to draft',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: ({ company, params }) => Promise.all([readFor('restore', company, params.uuid), readSeries(company)]),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ actor, loaded: [loaded, series], commit }) => restoreInvoice({ loaded, series, by: actor, commit }),
);
