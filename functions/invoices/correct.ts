import { readLineRecords } from '#shared/documents/common/drafting-context.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { correctionDraft } from '#shared/documents/invoices/reversal/correction.ts';
import { correctionBody } from '#shared/documents/invoices/reversal/input.ts';
import { readForReversal, reverseInvoice } from '#shared/documents/invoices/reversal/reverse.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/correct',
    summary: 'Correct an issued invoice by one document, with the old lines negative and the new ones positive',
    auth: 'company',
    permission: 'invoice.issue',
    body: correctionBody,
    invalidBody: invalidDocumentBody,
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [402, 404, 409, 422],
    uses: ['schematron:invoke'],
    read: async ({ company, organizationId, sandbox, params, body }) => {
      const [read, records] = await Promise.all([
        readForReversal(company, { organizationId, sandbox }, params.uuid),
        readLineRecords(company, body?.lines),
      ]);
      return { read, records };
    },
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ company, actor, body, loaded: { read, records }, commit }) =>
    reverseInvoice({
      ...{ company, read, by: actor, commit },
      drafted: (source, context) => correctionDraft(source, body, { ...context, records }, actor),
    }),
);
