import * as z from 'zod';
import { attachment, inline } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { invoiceFile } from '#shared/documents/invoices/print/identity.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/pdf',
    summary: 'The PDF of an invoice; a draft has a watermark',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ disposition: z.enum(['inline', 'attachment'], 'must be inline or attachment').default('inline') }),
    responses: { 200: null },
    produces: 'application/pdf',
    errors: [404, 422],
    uses: ['documents:read', 'render:invoke'],
    read: ({ company, params }) =>
      Promise.all([
        readInvoice(company, params.uuid),
        readPdfConfiguration(company),
        // Imported in parallel with the reads, because it brings in the S3 client and the renderer.
        loadMeanwhile(() => import('#shared/documents/common/files/pdf.ts')),
      ]),
  },
  async ({ company, query, loaded: [stored, configuration, { pdfForCaller }] }) => {
    if (!stored) throw notFound('Invoice');
    const { bytes, storedAt } = await pdfForCaller(invoiceFile(stored.document), configuration, company.logoPath);
    const name = `${stored.document.number}.pdf`;
    return file(bytes, 'application/pdf', {
      'content-disposition': query.disposition === 'attachment' ? attachment(name) : inline(name),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
