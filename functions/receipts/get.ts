import * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { receiptFile, receiptPdfName } from '#shared/documents/receipts/identity.ts';
import { presentReceipt } from '#shared/documents/receipts/present.ts';
import { readReceipt } from '#shared/documents/receipts/store.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/receipts/{uuid}',
    summary: 'Get a receipt, as JSON or PDF',
    auth: 'company',
    permission: 'payment.view',
    query: z.object({ format: z.enum(['json', 'pdf'], 'must be json or pdf').default('json') }),
    responses: { 200: () => import('#shared/documents/receipts/schema.ts').then(schema => schema.receiptSchema) },
    produces: 'application/pdf',
    errors: [404, 422],
    uses: ['documents:read', 'render:invoke'],
    read: ({ company, params, query: { format } }) =>
      Promise.all([
        readReceipt(company, params.uuid),
        format === 'pdf'
          ? Promise.all([readPdfConfiguration(company), import('#shared/documents/common/files/pdf.ts')])
          : undefined,
      ]),
  },
  async ({ company, loaded: [stored, printing] }) => {
    const receipt = found(stored, 'Receipt');
    if (!printing) return presentReceipt(receipt);
    const [configuration, { pdfForCaller }] = printing;
    const { bytes, storedAt } = await pdfForCaller(receiptFile(receipt), configuration, company.logoPath);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(receiptPdfName(receipt)),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
