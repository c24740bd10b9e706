import { presentVat } from '#shared/documents/reports/returns/present.ts';
import { returnCsv } from '#shared/documents/reports/returns/csv.ts';
import { periodOf, vatQuery } from '#shared/documents/reports/returns/query.ts';
import { readAround, reportFile } from '#shared/documents/reports/returns/read.ts';
import { vatReport } from '#shared/model/fiscal/returns/vat-report.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/vat',
    summary: 'Sum the VAT of a month, in the rows of the VAT return (300)',
    auth: 'company',
    permission: 'report.view',
    query: vatQuery(),
    responses: {
      200: () => import('#shared/documents/reports/returns/schema.ts').then(schema => schema.vatReportSchema),
      302: null,
    },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query }) => readAround(company, periodOf(query)),
  },
  async ({ companyId, query, loaded }) => {
    const period = periodOf(query);
    const report = vatReport(period, loaded);
    if (query.format === 'json') return presentVat(period, report);
    return download(await reportFile(companyId, `vat-${period}`, returnCsv(report.lines, query.decimals)));
  },
);
