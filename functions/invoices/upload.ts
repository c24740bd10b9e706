import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { readFor } from '#shared/documents/invoices/validation/rules-read.ts';
import { uploadInvoice } from '#shared/documents/invoices/submission/upload.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { connectionAmong } from '#shared/authority/taxauth/connections/find-connection.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/upload',
    summary: 'Issue a draft and submit it to the tax authority in one step',
    auth: 'company',
    permission: 'efactura.submit',
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [400, 404, 409, 422, 429, 503],
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'render:invoke',
      'secrets-key:decrypt:taxauth-token',
      'taxauth:call',
      'schematron:invoke',
    ],
    read: ({ company, organizationId, params }) =>
      Promise.all([
        readFor('upload', company, params.uuid),
        readSeries(company),
        readBankAccounts(company),
        readPdfConfiguration(company),
        readConnecting(organizationId),
      ]),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  async ({ company, actor, loaded: [loaded, series, bankAccounts, configuration, tokens], commit }) => {
    const access = await connectionAmong(tokens, company);
    const nextNumber = nextNumberOf(loaded.document, series);
    const read = { loaded: { ...loaded, nextNumber }, series, bankAccounts, configuration };
    return uploadInvoice({ company, ...read, access, by: actor, commit });
  },
);
