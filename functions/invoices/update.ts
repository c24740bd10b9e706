import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { inCompany, readContext } from '../../shared/invoices/context.ts';
import { invoiceChanges } from '../../shared/invoices/input.ts';
import { presentWrapped, wrappedSchema } from '../../shared/invoices/present.ts';
import { readInvoice } from '../../shared/invoices/repository.ts';
import { permitted } from '../../shared/invoices/rules.ts';
import { updateInvoice, withKeptClient } from '../../shared/invoices/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Change an invoice that is still editable',
    auth: 'company',
    permission: 'invoice.edit',
    body: invoiceChanges,
    invalidBody: 400,
    responses: { 200: wrappedSchema },
    errors: [404, 409, 422],
    uses: ['table:read', 'table:write', 'documents:write', 'render:invoke'],
    read: async ({ company, params, body }) => {
      const [stored, context] = await Promise.all([readInvoice(company, params['uuid'] ?? ''), readContext(company, body)]);
      permitted('update', stored?.document);
      return { stored, context };
    },
    present: presentWrapped,
  },
  async ({ company, companyId, actor, body, loaded: { stored, context }, commit }) => {
    const document = permitted('update', stored?.document);
    const complete = await withKeptClient(companyId, document, body, context);
    return updateInvoice({
      loaded: { ...stored, document, payments: stored?.payments ?? [], events: stored?.events ?? [] },
      changes: body,
      context: inCompany(company, complete),
      by: actor,
      commit,
    });
  },
);
