import { presentInstant } from '#shared/base/kernel/clock.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { presentSeriesDecision } from '#shared/documents/reports/series-decision/present.ts';
import { seriesDecisionIdentity, seriesDecisionName } from '#shared/documents/reports/series-decision/printing.ts';
import { seriesDecisionQuery } from '#shared/documents/reports/series-decision/query.ts';
import { readSeriesDecision } from '#shared/documents/reports/series-decision/read.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/series-decision',
    summary: 'Show the series and first numbers of a year',
    auth: 'company',
    permission: 'report.view',
    query: seriesDecisionQuery(),
    responses: {
      200: () => import('#shared/documents/reports/series-decision/schema.ts').then(schema => schema.seriesDecisionSchema),
    },
    produces: 'application/pdf',
    errors: [422],
    uses: ['documents:read', 'render:invoke'],
    read: ({ company, query: { year, format } }) =>
      Promise.all([
        readSeriesDecision(company, year),
        format === 'pdf'
          ? Promise.all([readPdfConfiguration(company), loadMeanwhile(() => import('#shared/documents/common/files/pdf.ts'))])
          : undefined,
      ]),
  },
  async ({ company, loaded: [decision, printing] }) => {
    if (!printing) return presentSeriesDecision(decision);
    const [configuration, { pdfForCaller }] = printing;
    const { bytes, storedAt } = await pdfForCaller(seriesDecisionIdentity(decision, company), configuration, company.logoPath);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(seriesDecisionName(decision)),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
