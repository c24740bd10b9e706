import * as z from 'zod';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';
import { correctsParent, standingWarnings } from '#shared/model/correction-warnings.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { quickValidation } from '#shared/documents/invoices/validation/quick.ts';
import { notFound } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/validate',
    summary: 'Validate an invoice',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ mode: z.enum(['quick', 'full'], "must be 'quick' or 'full'").default('quick') }),
    responses: {
      200: () => import('#shared/documents/invoices/validation/schema.ts').then(schema => schema.validationResultSchema),
    },
    errors: [404, 422],
    table: 'read',
    uses: ['schematron:invoke'],
    read: ({ company, params, query }) =>
      Promise.all([
        readInvoice(company, params.uuid),
        readSeries(company),
        query.mode === 'full' && consumeCompanyBucket('fullValidations', company),
      ]),
  },
  async ({ loaded: [stored, series], companyId, query: { mode } }) => {
    if (!stored) throw notFound('Invoice');
    const { document } = stored;
    const parent = correctsParent(document) ? await readInvoiceHeader(companyId, document.parentDocumentId ?? '') : undefined;
    const warnings = [...standingWarnings(document, parent), ...seriesWarnings(document, series)];
    if (mode === 'quick') return quickValidation(document, warnings);
    const { fullValidation } = await import('#shared/documents/invoices/validation/full.ts');
    return fullValidation(document, warnings);
  },
);
