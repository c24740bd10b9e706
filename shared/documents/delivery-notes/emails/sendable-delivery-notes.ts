import { readCompany } from '#shared/platform/access/records.ts';
import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import type { MailContent, SendableKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { deliveryNoteFile, deliveryNotePdfName } from '../identity.ts';
import { readDeliveryNote } from '../read.ts';
import { carrierPremise } from '../transport/identifier.ts';
import { failingDeliveryNotes } from './failing-delivery-notes.ts';

/** What shared/output/mail needs to send accepted mails with delivery notes: the PDF is attached, there is no link. */
export const sendableDeliveryNotes: SendableKind = { ...failingDeliveryNotes, contentOf };

async function contentOf({ companyId, documentId, printOptions, premise }: DocumentEmail): Promise<MailContent | undefined> {
  const [company, stored, configuration] = await Promise.all([
    readCompany(companyId),
    readDeliveryNote(companyId, documentId),
    readPdfConfiguration(companyId),
  ]);
  if (!company || !stored || stored.document.status === 'cancelled') return undefined;
  // The declaration was deleted or replaced after the mail was accepted, so that its text names an invalid identifier.
  if (premise !== undefined && premise !== carrierPremise(stored.document)) return undefined;
  const { bytes } = await pdfFile(deliveryNoteFile(stored.document), configuration, company.logoPath, printOptions);
  const filename = deliveryNotePdfName(stored.document);
  return { company, attachments: [{ filename, contentType: 'application/pdf', content: bytes }] };
}
