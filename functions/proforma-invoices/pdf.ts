import * as z from 'zod';
import { pdfEndpoint } from '#shared/documents/common/endpoints/pdf.ts';
import { proformaFile, proformaPdfName } from '#shared/documents/proformas/identity.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';

export const handler = pdfEndpoint({
  path: '/api/v1/proforma-invoices/{uuid}/pdf',
  summary: 'Download the PDF of a proforma',
  title: 'Proforma',
  query: z.object({ disposition: z.enum(['inline', 'attachment'], 'must be inline or attachment').default('inline') }),
  read: readProforma,
  identity: proformaFile,
  fileName: proformaPdfName,
});
