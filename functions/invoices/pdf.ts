import * as z from 'zod';
import { pdfEndpoint } from '#shared/documents/common/endpoints/pdf.ts';
import { invoiceFile } from '#shared/documents/invoices/print/identity.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';

export const handler = pdfEndpoint({
  path: '/api/v1/invoices/{uuid}/pdf',
  summary: 'Download the PDF of an invoice',
  title: 'Invoice',
  query: z.object({ disposition: z.enum(['inline', 'attachment'], 'must be inline or attachment').default('inline') }),
  read: readInvoice,
  identity: invoiceFile,
  fileName: ({ number }) => `${number}.pdf`,
});
