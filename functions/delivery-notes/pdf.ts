import * as z from 'zod';
import { deliveryNoteFile, deliveryNotePdfName } from '#shared/documents/delivery-notes/identity.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { flag } from '#shared/platform/lambda/endpoint/request.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/pdf',
    summary: 'The PDF of a delivery note, with or without VAT and prices',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ hideVat: flag().default(false), hidePrices: flag().default(false) }),
    responses: { 200: null },
    produces: 'application/pdf',
    errors: [404, 422],
    uses: ['documents:read', 'render:invoke'],
    read: ({ company, params }) =>
      Promise.all([
        readDeliveryNote(company, params.uuid),
        readPdfConfiguration(company),
        // Imported in parallel with the reads, because it brings in the S3 client and the renderer.
        loadMeanwhile(() => import('#shared/documents/common/files/pdf.ts')),
      ]),
  },
  async ({ company, query, loaded: [stored, configuration, { pdfForCaller }] }) => {
    if (!stored) throw notFound('Delivery note');
    const { document } = stored;
    const { bytes, storedAt } = await pdfForCaller(deliveryNoteFile(document), configuration, company.logoPath, query);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(deliveryNotePdfName(document)),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
