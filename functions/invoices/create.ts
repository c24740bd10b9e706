import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import { withVatAnswer } from '#shared/documents/invoices/automatic-vat.ts';
import { readInvoiceContext } from '#shared/documents/invoices/drafting-context.ts';
import { createInvoice, readByKey } from '#shared/documents/invoices/create.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { presentChanged } from '#shared/documents/invoices/present/changed.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices',
    summary: 'Create an invoice or a credit note as a draft',
    auth: 'company',
    permission: 'invoice.create',
    body: () => import('#shared/documents/invoices/input.ts').then(input => input.documentBody),
    invalidBody: invalidDocumentBody,
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.changedSchema) },
    errors: [402, 404, 422],
    read: ({ company, organizationId, body }) =>
      Promise.all([
        readInvoiceContext(company, body),
        body?.idempotencyKey ? readByKey(company, body.idempotencyKey) : undefined,
        body?.isCreditNote ? undefined : readInvoiceQuota(organizationId),
      ]),
    present: presentChanged,
  },
  async ({ company, actor, body, loaded: [context, existing, quota], commit, idempotent }) => {
    const request = { existing, context: { ...context, company }, by: actor, commit, idempotent };
    if (body.isCreditNote) {
      const { createCreditNote } = await import('#shared/documents/credit-notes/create.ts');
      return createCreditNote<StoredInvoice>(INVOICES, { ...request, body });
    }
    return createInvoice({ ...request, body, quota, context: await withVatAnswer(body, request.context) });
  },
);
