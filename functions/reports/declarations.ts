import { d390Csv, d394Csv } from '#shared/documents/reports/returns/csv.ts';
import { presentD390, presentD394 } from '#shared/documents/reports/returns/present.ts';
import { declarationsQuery } from '#shared/documents/reports/returns/query.ts';
import { readIssuedIn, readMonth, reportFile } from '#shared/documents/reports/returns/read.ts';
import { d390 } from '#shared/model/fiscal/returns/d390.ts';
import { d394 } from '#shared/model/fiscal/returns/d394.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/declarations',
    summary: 'List what the forms 390 and 394 of a month have by partner',
    auth: 'company',
    permission: 'report.view',
    query: declarationsQuery(),
    responses: {
      200: () => import('#shared/documents/reports/returns/schema.ts').then(schema => schema.taxDeclarationSchema),
      302: null,
    },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query: { form, period } }) => (form === 'd390' ? readMonth : readIssuedIn)(company, period),
  },
  async ({ companyId, query: { form, period, format, decimals }, loaded }) => {
    const name = `${form}-${period}`;
    if (form === 'd390') {
      const list = d390(loaded);
      return format === 'json'
        ? presentD390(period, list)
        : download(await reportFile(companyId, name, d390Csv(list.lines, decimals)));
    }
    const lines = d394(loaded);
    return format === 'json'
      ? presentD394(period, lines, loaded)
      : download(await reportFile(companyId, name, d394Csv(lines, decimals)));
  },
);
