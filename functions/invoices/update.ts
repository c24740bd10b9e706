import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { changeInvoice, readForChange } from '#shared/documents/invoices/change.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { presentChanged } from '#shared/documents/invoices/present/changed.ts';

const body = () => import('#shared/documents/invoices/input.ts').then(input => input.documentChanges);

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Change an invoice that is still editable, or replace a credit note',
    auth: 'company',
    permission: 'invoice.edit',
    body,
    invalidBody: invalidDocumentBody,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.changedSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: ({ company, params, body }) => readForChange(company, params.uuid, body),
    present: presentChanged(body),
  },
  ({ company, companyId, actor, body, loaded, commit }) =>
    changeInvoice({ read: loaded, body, company, companyId, by: actor, commit }),
);
