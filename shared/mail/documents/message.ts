import { html, type SafeHtml } from '../../kernel/html.ts';
import { button, framed, smallPrint } from '../layout.ts';
import { markdownHtml, markdownText } from '../markdown.ts';
import type { Message } from '../send.ts';
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
  const text = markdownHtml(email.body);
  const content: SafeHtml = linked
    ? html`${text} ${button({ label: linked.view, link: linked.link })} ${smallPrint(linked.note)}`
    : text;
  return {
    ...(company.email && { replyTo: { name: company.name, address: company.email } }),
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    text: linked
      ? `${markdownText(email.body)}\n\n${linked.view}:\n${linked.link}\n\n${linked.note}\n`
      : `${markdownText(email.body)}\n`,
    html: framed(email.language, email.subject, content),
    attachments,
    isPersonal: true,
  };
}
