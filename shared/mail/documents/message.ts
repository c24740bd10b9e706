import type { Message } from '../send.ts';
import { composed } from './composed.ts';
import type { MailContent, SendableKind } from './kind.ts';
import type { DocumentEmail } from './model.ts';

/** The mail as MIME is made from: the text, with a button that leads to the document where there is a link, and its files. */
export function messageOf(
  kind: SendableKind,
  email: DocumentEmail,
  { company, attachments }: MailContent,
  link: string | undefined,
): Message {
  const linked = kind.link && link !== undefined ? { ...kind.link.texts[email.language], link } : undefined;
  return {
    ...(company.email && { replyTo: { name: company.name, address: company.email } }),
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    ...composed(email, linked),
    attachments,
    isPersonal: true,
  };
}
