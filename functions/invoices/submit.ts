import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { readNumberedFor } from '#shared/documents/invoices/validation/rules-read.ts';
import { submitInvoice } from '#shared/documents/invoices/submission/submit.ts';
import { connectionAmong } from '#shared/authority/taxauth/connections/find-connection.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/submit',
    summary: 'Submit an issued invoice to the tax authority',
    auth: 'company',
    permission: 'efactura.submit',
    // It mostly waits for the authority. An XML of 1,000 long lines, 6 MB, takes it some 310 MB.
    memory: 512,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [400, 404, 409, 422, 429, 503],
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'secrets-key:decrypt:taxauth-token',
      'taxauth:call',
      'schematron:invoke',
    ],
    read: ({ company, organizationId, params }) =>
      Promise.all([readNumberedFor('submit', company, params.uuid), readConnecting(organizationId)]),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  async ({ company, actor, loaded: [loaded, tokens], commit }) => {
    const access = await connectionAmong(tokens, company);
    return submitInvoice({ loaded, access, by: personOf(actor), commit });
  },
);
