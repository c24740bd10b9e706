import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { cancelScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/cancel-scheduled-email',
    summary: 'Cancel the scheduled email of an invoice',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404],
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readInvoice(company, params.uuid), readSeries(company)]);
      const invoice = found(stored, 'Invoice');
      return { ...invoice, nextNumber: nextNumberOf(invoice.document, series) };
    },
    present: (stored: StoredInvoice) => presentDocument(stored),
  },
  ({ companyId, loaded, commit }) =>
    commit([cancelScheduledEmail(KINDS.invoice, companyId, loaded.document.id)], { ...loaded, scheduledEmail: undefined }),
);
