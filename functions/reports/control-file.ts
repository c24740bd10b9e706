import { presentInstant } from '#shared/base/kernel/clock.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { controlFileCsv } from '#shared/documents/reports/control-file/csv.ts';
import { presentControlFile } from '#shared/documents/reports/control-file/present.ts';
import { controlFileIdentity, controlFileName, storeContent } from '#shared/documents/reports/control-file/content.ts';
import { controlFileQuery } from '#shared/documents/reports/control-file/query.ts';
import { readControlFile } from '#shared/documents/reports/control-file/read.ts';
import { csvFile } from '#shared/documents/reports/file.ts';
import { isReceiptSeries } from '#shared/model/kinds.ts';
import { requirePermissions } from '#shared/platform/access/permissions.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { download, file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/control-file',
    summary: 'List every number of a series in a period, and what happened to it',
    auth: 'company',
    permission: 'report.view',
    query: controlFileQuery(),
    responses: {
      200: () => import('#shared/documents/reports/control-file/schema.ts').then(schema => schema.controlFileSchema),
      302: null,
    },
    produces: ['text/csv', 'application/pdf'],
    errors: [404, 422],
    uses: ['anchors:read', 'documents:read', 'documents:write', 'render:invoke'],
  },
  async ({ company, companyId, actor, query: { format, decimals, ...asked } }) => {
    // It names who did what, as the timelines of documents and the audit of the series do.
    requirePermissions(actor, ['invoice.view', 'series.view']);
    const [found, printing] = await Promise.all([
      readControlFile(companyId, asked, async ({ type }) => {
        if (isReceiptSeries(type)) requirePermissions(actor, ['payment.view']);
        await consumeCompanyBucket('seriesAudits', companyId);
      }),
      format === 'pdf'
        ? Promise.all([readPdfConfiguration(companyId), loadMeanwhile(() => import('#shared/documents/common/files/pdf.ts'))])
        : undefined,
    ]);
    if (format === 'csv') return download(await csvFile(companyId, controlFileName(found), controlFileCsv(found, decimals)));
    if (!printing) return presentControlFile(found);
    const [configuration, { pdfForCaller }] = printing;
    await storeContent(companyId, found);
    const { bytes, storedAt } = await pdfForCaller(controlFileIdentity(found, company), configuration, company.logoPath);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(`${controlFileName(found)}.pdf`),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
