import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createDocument, readForCreation } from '#shared/documents/invoices/create-document.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { presentChanged } from '#shared/documents/invoices/present/changed.ts';

const body = () => import('#shared/documents/invoices/input.ts').then(input => input.documentBody);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices',
    summary: 'Create an invoice or a credit note as a draft',
    auth: 'company',
    permission: 'invoice.create',
    body,
    invalidBody: invalidDocumentBody,
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.changedSchema) },
    errors: [402, 404, 422],
    read: ({ company, organizationId, sandbox, body }) => readForCreation(company, { organizationId, sandbox }, body),
    present: presentChanged(body),
  },
  ({ company, actor, body, loaded, commit, idempotent }) =>
    createDocument({ read: loaded, body, company, by: actor, commit, idempotent }),
);
