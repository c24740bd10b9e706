import { notFound } from '#shared/base/kernel/errors.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import { emailPrefix, type MailableKind } from './kind.ts';
import type { DocumentEmail, EmailItem } from './model.ts';
import { mailsWithReadings, type ReadingsItem } from '../tracking/kept-readings.ts';

/** The mails of a document, newest first. One parallel round trip. @throws 404 */
export async function readHistory(kind: MailableKind, company: CompanyId, documentId: string): Promise<DocumentEmail[]> {
  const mails = { partition: companyPartition(company), beginsWith: emailPrefix(kind, documentId) };
  const [document, items] = await Promise.all([
    kind.read(company, documentId),
    queryItems<EmailItem | ReadingsItem>(mails, { descending: true }),
  ]);
  if (!document) throw notFound(kind.title);
  return mailsWithReadings(items);
}
