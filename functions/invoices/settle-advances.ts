import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { settleAdvancesBody } from '#shared/documents/invoices/advances/input.ts';
import { settleAdvances } from '#shared/documents/invoices/advances/settle.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { readFor } from '#shared/documents/invoices/validation/rules-read.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/settle-advances',
    summary: 'Issue a draft less the open advances of its client',
    auth: 'company',
    permission: 'invoice.issue',
    body: settleAdvancesBody,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    uses: ['schematron:invoke'],
    read: ({ company, params }) =>
      Promise.all([
        readFor('issue', company, params.uuid),
        readSeries(company),
        readBankAccounts(company),
        readPdfConfiguration(company),
      ]),
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ company, actor, body, loaded: [loaded, series, bankAccounts, configuration], commit }) =>
    settleAdvances({ company, loaded, series, bankAccounts, configuration, by: actor, commit, body }),
);
