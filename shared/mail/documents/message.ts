import type { Message } from '../send.ts';
import { composed } from './composed.ts';
import type { MailContent, SendableKind } from './kind.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import type { DocumentEmail } from './model.ts';

const LOGO_CID = 'logo';

/**
 * The mail as MIME is made from: the text, with a button that leads to the document where there is a link, and its files.
 *
 * @param logo of the company, shown above the text: a part of the mail itself, so that showing it does not reveal the opening to anybody
 * @param tracked where opens and clicks of it are noted; undefined for a mail that is not tracked
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
    ...composed(email, linked, tracked, logo ? { cid: LOGO_CID, alt: company.name } : undefined),
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
