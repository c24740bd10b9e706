import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import type { MailContent, SendableKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { statementAsked } from './asked.ts';
import { failingStatements } from './failing-statements.ts';
import { statementFile, statementPdfName } from './identity.ts';
import { readStatement } from './read.ts';

/** How shared/output/mail sends mails with statements of account: the PDF is attached. */
export const sendableStatements: SendableKind = { ...failingStatements, contentOf };

/** Undefined when the partner has been deleted. */
async function contentOf({ companyId, premise = '' }: DocumentEmail): Promise<MailContent | undefined> {
  const [company, statement, configuration] = await Promise.all([
    readCompany(companyId),
    readStatement(companyId, statementAsked.parse(JSON.parse(premise))),
    readPdfConfiguration(companyId),
  ]);
  if (!company || !statement) return undefined;
  const { bytes } = await pdfFile(statementFile(statement, company), configuration, company.logoPath);
  return {
    company,
    attachments: [{ filename: statementPdfName(statement), contentType: 'application/pdf', content: bytes }],
  };
}
