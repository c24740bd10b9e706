import { presentComparison } from '#shared/documents/reports/returns/present.ts';
import { comparisonBody, prefilledOf } from '#shared/documents/reports/returns/query.ts';
import { readMonth } from '#shared/documents/reports/returns/read.ts';
import { compareRows } from '#shared/model/fiscal/returns/comparison.ts';
import { vatReport } from '#shared/model/fiscal/returns/vat-report.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/reports/vat/comparison',
    summary: 'Compare the VAT return of a month with the pre-filled one (P300)',
    auth: 'company',
    permission: 'report.view',
    body: comparisonBody(),
    responses: { 200: () => import('#shared/documents/reports/returns/schema.ts').then(schema => schema.comparisonSchema) },
    errors: [422],
    table: 'read',
    // It reads only: also for a company that may not be changed.
    readOnlyCompany: true,
    read: async ({ company, body }) => (body ? await readMonth(company, body.period) : []),
  },
  ({ body, loaded }) => {
    const { form, prefilled } = prefilledOf(body);
    const { lines, leftOut } = vatReport(body.period, loaded);
    return presentComparison(body.period, form, compareRows(form, lines, prefilled), leftOut);
  },
);
