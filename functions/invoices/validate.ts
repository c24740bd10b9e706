import * as z from 'zod';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { validateInvoice } from '#shared/documents/invoices/validation/validate.ts';
import { found } from '#shared/base/kernel/errors.ts';

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
  ({ loaded: [stored, series], company, query: { mode } }) =>
    validateInvoice(company, found(stored, 'Invoice').document, series, mode),
);
