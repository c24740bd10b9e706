import * as z from 'zod';
import { pdfEndpoint } from '#shared/documents/common/endpoints/pdf.ts';
import { deliveryNoteFile, deliveryNotePdfName } from '#shared/documents/delivery-notes/identity.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { flag } from '#shared/platform/lambda/endpoint/request.ts';

export const handler = pdfEndpoint({
  path: '/api/v1/delivery-notes/{uuid}/pdf',
  summary: 'Download the PDF of a delivery note, with or without VAT and prices',
  title: 'Delivery note',
  query: z.object({ hideVat: flag().default(false), hidePrices: flag().default(false) }),
  read: readDeliveryNote,
  identity: deliveryNoteFile,
  fileName: deliveryNotePdfName,
});
