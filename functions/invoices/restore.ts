import { readSeries } from '../../shared/catalogue/series.ts';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { invoiceSchema, presentInvoice } from '../../shared/invoices/present.ts';
import { restoreInvoice } from '../../shared/invoices/restore.ts';
import { readFor } from '../../shared/invoices/rules-read.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/restore',
    summary: 'Return a cancelled invoice to draft',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: invoiceSchema },
    errors: [404, 409, 422],
    uses: ['table:read', 'table:write'],
    read: ({ company, params }) => Promise.all([readFor('restore', company, params['uuid']), readSeries(company)]),
    present: presentInvoice,
  },
  ({ actor, loaded: [loaded, series], commit }) => restoreInvoice({ loaded, creditNotes: 0, series, by: actor, commit }),
);
