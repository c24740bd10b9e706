import { presentInstant } from '#shared/base/kernel/clock.ts';
import { statementQuery } from '#shared/documents/reports/statement/asked.ts';
import { statementFile, statementPdfName } from '#shared/documents/reports/statement/identity.ts';
import { presentStatement } from '#shared/documents/reports/statement/present.ts';
import { findStatement } from '#shared/documents/reports/statement/read.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/statement',
    summary: 'Get the open documents and balance of a client or supplier',
    auth: 'company',
    permission: 'report.view',
    query: statementQuery(),
    responses: { 200: () => import('#shared/documents/reports/statement/schema.ts').then(schema => schema.statementSchema) },
    produces: 'application/pdf',
    errors: [404, 422],
    uses: ['documents:read', 'render:invoke'],
    read: ({ company, query: { asked, format } }) =>
      Promise.all([
        findStatement(company, asked),
        format === 'pdf'
          ? Promise.all([readPdfConfiguration(company), import('#shared/documents/common/files/pdf.ts')])
          : undefined,
      ]),
  },
  async ({ company, loaded: [statement, printing] }) => {
    if (!printing) return presentStatement(statement);
    const [configuration, { pdfForCaller }] = printing;
    const { bytes, storedAt } = await pdfForCaller(statementFile(statement, company), configuration, company.logoPath);
    return file(bytes, 'application/pdf', {
      'content-disposition': attachment(statementPdfName(statement)),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
