import { readCompany } from '#shared/platform/access/records.ts';
import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import type { MailContent, SendableKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { proformaFile, proformaPdfName } from '../identity.ts';
import { readProforma } from '../read.ts';
import { failingProformas } from './failing-proformas.ts';

/** What shared/output/mail needs to send accepted mails with proformas: the PDF is attached, there is no link. */
export const sendableProformas: SendableKind = { ...failingProformas, contentOf };

async function contentOf({ companyId, documentId }: DocumentEmail): Promise<MailContent | undefined> {
  const [company, stored, configuration] = await Promise.all([
    readCompany(companyId),
    readProforma(companyId, documentId),
    readPdfConfiguration(companyId),
  ]);
  if (!company || !stored || stored.document.status === 'cancelled') return undefined;
  const { bytes } = await pdfFile(proformaFile(stored.document), configuration, company.logoPath);
  const filename = proformaPdfName(stored.document);
  return { company, attachments: [{ filename, contentType: 'application/pdf', content: bytes }] };
}
