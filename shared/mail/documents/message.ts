import type { Message } from '../send.ts';
import { composeDocumentMail } from './compose.ts';
import type { MailContent, SendableKind } from './kind.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import type { DocumentEmail } from './model.ts';

const LOGO_CID = 'logo';

/**
 * The mail, ready for MIME encoding: the text, a button that links to the document if there is a link, and the attachments.
 *
 * @param logo of the company, shown above the text. It is embedded, so that showing it does not reveal to anybody that the mail was
 * opened
 * @param tracked links that record opens and clicks; undefined for a mail that is not tracked
 */
export function messageOf(
  kind: SendableKind,
  email: DocumentEmail,
  { company, attachments }: MailContent,
  link: string | undefined,
  tracked: TrackedLinks | undefined,
  logo: { bytes: Uint8Array; contentType: string } | null = null,
): Message {
  const linked = kind.link && link !== undefined ? { ...kind.link.texts[email.language], link } : undefined;
  return {
    ...(company.email && { replyTo: { name: company.name, address: company.email } }),
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    ...composeDocumentMail(email, linked, tracked, logo ? { cid: LOGO_CID, alt: company.name } : undefined),
    attachments,
    ...(logo && {
      inline: {
        cid: LOGO_CID,
        filename: logo.contentType.replace('image/', 'logo.'),
        contentType: logo.contentType,
        content: logo.bytes,
      },
    }),
    isPersonal: true,
  };
}
