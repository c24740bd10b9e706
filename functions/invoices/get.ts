import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDocument } from '#shared/documents/invoices/present/document.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { notFound } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Get an invoice or a credit note with its lines, payments, timeline and files',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.documentSchema) },
    errors: [404],
    read: ({ company, params }) => Promise.all([readInvoice(company, params.uuid), readSeries(company)]),
    version: ({ loaded: [stored] }) => stored?.document.version,
  },
  async ({ companyId, loaded: [stored, series] }) => {
    if (!stored) throw notFound('Invoice');
    const { isCreditNote, parentDocumentId } = stored.document;
    const parent = isCreditNote && parentDocumentId ? await readInvoiceHeader(companyId, parentDocumentId) : undefined;
    return presentDocument(stored, { nextNumber: nextNumberOf(stored.document, series), parent });
  },
);
