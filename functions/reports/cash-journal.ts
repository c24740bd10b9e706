import { presentInstant } from '#shared/base/kernel/clock.ts';
import { cashJournalFile } from '#shared/documents/reports/cash-journal/csv.ts';
import { presentCashJournal } from '#shared/documents/reports/cash-journal/present.ts';
import { cashJournalQuery } from '#shared/documents/reports/cash-journal/query.ts';
import { readCashJournal } from '#shared/documents/reports/cash-journal/read.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { download, file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/cash-journal',
    summary: 'Get the cash journal of a period, by day',
    auth: 'company',
    permission: 'report.view',
    query: cashJournalQuery(),
    responses: {
      200: () => import('#shared/documents/reports/cash-journal/schema.ts').then(schema => schema.cashJournalSchema),
      302: null,
    },
    produces: ['text/csv', 'application/pdf'],
    errors: [422],
    uses: ['documents:read', 'documents:write', 'render:invoke'],
    read: ({ company, query }) =>
      Promise.all([
        readCashJournal(company, query),
        query.format === 'pdf'
          ? Promise.all([
              readPdfConfiguration(company),
              import('#shared/documents/common/files/pdf.ts'),
              import('#shared/documents/reports/cash-journal/print.ts'),
            ])
          : undefined,
      ]),
  },
  async ({ company, query, loaded: [journal, printing] }) => {
    if (query.format === 'csv') return download(await cashJournalFile(company.id, journal, query.decimals));
    if (!printing) return presentCashJournal(journal, query);
    const [configuration, { pdfForCaller }, { cashJournalPdf, cashJournalPdfName }] = printing;
    const { bytes, storedAt } = await pdfForCaller(cashJournalPdf({ journal, company }), configuration, company.logoPath);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(cashJournalPdfName(journal)),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
