import * as z from 'zod';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { cancelInvoice } from '#shared/documents/invoices/cancel.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { readNumberedFor } from '#shared/documents/invoices/validation/rules-read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/cancel',
    summary: 'Cancel an invoice',
    auth: 'company',
    permission: 'invoice.cancel',
    body: z
      .object({
        reason: z.string().trim().min(10, 'must have at least 10 characters').max(500, 'must have at most 500 characters'),
      })
      .meta({ id: 'InvoiceCancellation' }),
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: ({ company, params }) => readNumberedFor('cancel', company, params.uuid),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ company, actor, body, loaded, commit }) => cancelInvoice(company, loaded, body.reason, actor, commit),
);
