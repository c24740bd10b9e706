import type { Message } from '../send.ts';
import { composed } from './composed.ts';
import type { MailContent, SendableKind } from './kind.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import type { DocumentEmail } from './model.ts';

/**
 * The mail as MIME is made from: the text, with a button that leads to the document where there is a link, and its files.
 *
 * @param tracked where opens and clicks of it are noted; undefined for a mail that is not tracked
 */
export function messageOf(
  kind: SendableKind,
  email: DocumentEmail,
  { company, attachments }: MailContent,
  link: string | undefined,
  tracked: TrackedLinks | undefined,
): Message {
  const linked = kind.link && link !== undefined ? { ...kind.link.texts[email.language], link } : undefined;
  return {
    ...(company.email && { replyTo: { name: company.name, address: company.email } }),
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    ...composed(email, linked, tracked),
    attachments,
    isPersonal: true,
  };
}
