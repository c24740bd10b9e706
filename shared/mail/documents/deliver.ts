import { environment } from '../../aws/environment.ts';
import { sesv2Once } from '../../aws/sesv2.ts';
import { html, type SafeHtml } from '../../kernel/html.ts';
import { log } from '../../kernel/log.ts';
import { awaitsDispatch } from '../../store/outbox.ts';
import type { Key } from '../../store/table.ts';
import { button, framed, smallPrint } from '../layout.ts';
import { markdownHtml, markdownText } from '../markdown.ts';
import { deliver, type PreparedMail } from '../outgoing.ts';
import { type Message, sendMessage } from '../send.ts';
import { senderAddress } from '../sender.ts';
import { afterFailure, DocumentWithdrawn, isPermanent, reasonOf } from './failures.ts';
import { kindOfMail, type SendableKind, type MailContent } from './kind.ts';
import type { DocumentEmail } from './model.ts';
import { SENDING_DELAYS } from './sending-delays.ts';

/** The queue of these mails has as long a visibility timeout. */
const LEASE_SECONDS = 120;

/**
 * Sends an accepted mail, once (outgoing.ts). A failed try is counted in the record, which sets the next one going some time later
 * (sending-delays.ts); after the last one, or a refusal that no repetition changes, the mail has failed.
 *
 * @throws when another worker is sending it: the queue will deliver the message again.
 */
export function deliverDocumentEmail(key: Key, kinds: readonly SendableKind[]): Promise<void> {
  const kind = kindOfMail(kinds, key);
  return deliver<DocumentEmail>(key, {
    leaseSeconds: LEASE_SECONDS,
    prepare: email => prepare(kind, email),
    sent: email => ({ ...email, deliveryStatus: 'sent' }),
    failed: (email, error) => afterFailure(email, reasonOf(error), isPermanent(error) || email.tries >= SENDING_DELAYS.length),
    isRepeatedByQueue: false,
    nextTry: ({ id, state, tries }) => (state === 'pending' ? awaitsDispatch(id, SENDING_DELAYS[tries - 1]) : null),
  });
}

async function prepare(kind: SendableKind, email: DocumentEmail): Promise<PreparedMail> {
  const link = await kind.link?.of(email);
  return { writes: link?.writes ?? [], send: () => send(kind, email, link?.url) };
}

async function send(kind: SendableKind, email: DocumentEmail, link: string | undefined): Promise<string> {
  try {
    const content = await kind.contentOf(email);
    if (!content) throw new DocumentWithdrawn();
    const { companyId, documentId, id, tracking } = email;
    return await sendMessage(sesv2Once(), messageOf(kind, email, content, link), {
      from: { name: content.company.name, address: senderAddress() },
      configurationSet: environment(tracking ? 'trackedMailConfigurationSet' : 'documentMailConfigurationSet'),
      tags: { companyId, [`${kind.item}Id`]: documentId, emailId: id },
    });
  } catch (error) {
    if (!(error instanceof DocumentWithdrawn))
      log.warn('Mail not sent', { emailId: email.id, tries: email.tries, error: (error as Error).name });
    throw error;
  }
}

/** The mail as MIME is made from: the text, with a button that leads to the document where there is a link, and its files. */
function messageOf(
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
