import type { Message } from '../send.ts';
import { composeDocumentMail, type Unsubscription } from './compose.ts';
import type { MailContent, SendableKind } from './kind.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import type { DocumentEmail, MailLanguage } from './model.ts';

const LOGO_CID = 'logo';

const UNSUBSCRIBE: Record<MailLanguage, { note(company: string): string; label: string }> = {
  ro: { note: company => `Mesaj trimis automat în numele ${company}.`, label: 'Dezabonare' },
  en: { note: company => `Sent automatically in the name of ${company}.`, label: 'Unsubscribe' },
};

const PRIVACY: Record<MailLanguage, string> = { ro: 'Datele dumneavoastră', en: 'Your data' };

/** A mail that a person sends has none: its recipient can answer that person. */
function unsubscriptionOf(email: DocumentEmail, company: string, links: TrackedLinks | undefined): Unsubscription | undefined {
  if (!email.metadata?.automatic || !links) return undefined;
  const { note, label } = UNSUBSCRIBE[email.language];
  return { note: note(company), label, link: links.unsubscribe };
}

/**
 * The mail, ready for MIME encoding: the text, a button that links to the document if there is a link, and the attachments.
 *
 * @param apiUrl where the page is that tells recipients about their data
 * @param logo of the company, shown above the text. It is embedded, so that showing it does not reveal to anybody that the mail was
 * opened
 * @param links of the mail itself: to unsubscribe and, where it is tracked, those that record opens and clicks
 */
export function messageOf(
  kind: SendableKind,
  email: DocumentEmail,
  { company, attachments }: MailContent,
  link: string | undefined,
  links: TrackedLinks | undefined,
  apiUrl: string,
  logo: { bytes: Uint8Array; contentType: string } | null = null,
): Message {
  const unsubscription = unsubscriptionOf(email, company.name, links);
  // All recipients get the same headers, and who gets a copy must not unsubscribe the client by a button of the mail program.
  const isAlone = email.cc.length + email.bcc.length === 0;
  const linked = kind.link && link !== undefined ? { ...kind.link.texts[email.language], link } : undefined;
  return {
    ...(company.email && { replyTo: { name: company.name, address: company.email } }),
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    ...composeDocumentMail(
      email,
      linked,
      email.tracking ? links : undefined,
      logo ? { cid: LOGO_CID, alt: company.name } : undefined,
      {
        unsubscription,
        privacy: { label: PRIVACY[email.language], link: `${apiUrl}/pages/privacy?lang=${email.language}` },
      },
    ),
    ...(unsubscription && isAlone && { unsubscribe: unsubscription.link }),
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
