import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import { button, framed, type MailLanguage, smallPrint } from '../layout.ts';
import { markdownHtml, markdownText } from '../markdown.ts';
import type { TrackedLinks } from '../tracking/links.ts';

/** The logo of the company, inline above the text. */
export interface MailLogo {
  /** Content id of the MIME part that contains it. */
  cid: string;
  alt: string;
}

/** A button that links to the document: its label, its link, and the small print below it (`note`). */
export interface MailButton {
  label: string;
  note: string;
  link: string;
}

/** The last lines of a mail. */
export interface MailEnd {
  /** Of an automatic mail. */
  unsubscription?: Unsubscription | undefined;
  /** The link to the notice for recipients. */
  privacy?: { label: string; link: string };
}

/** The last line of an automatic mail: who sent it, and the link where the recipient unsubscribes. */
export interface Unsubscription {
  note: string;
  label: string;
  link: string;
}

/**
 * The HTML and the plain-text part of a mail with a document. Pure. Tracking changes only the HTML: links in the plain text stay
 * direct.
 *
 * @param email `body` is simplified Markdown (markdown.ts) whose variables are replaced
 * @param tracking replaces links by tracked ones, except those at the end, and adds its picture of one pixel
 */
export function composeDocumentMail(
  { subject, body, language }: { subject: string; body: string; language: MailLanguage },
  link?: MailButton,
  tracking?: TrackedLinks,
  logo?: MailLogo,
  { unsubscription, privacy }: MailEnd = {},
): { html: string; text: string } {
  const targetOf = (url: string): string => tracking?.through(url) ?? url;
  const content: SafeHtml[] = [
    ...(logo
      ? [
          html`<p style="margin:0 0 24px">
            <img src="cid:${logo.cid}" alt="${logo.alt}" style="max-width:240px;max-height:80px" />
          </p>`,
        ]
      : []),
    markdownHtml(body, targetOf),
    ...(link ? [button({ label: link.label, link: link.link }, targetOf(link.link)), smallPrint(link.note)] : []),
    ...(unsubscription ? [smallPrint(unsubscribing(unsubscription))] : []),
    ...(privacy ? [smallPrint(linked(privacy))] : []),
    ...(tracking ? [html`<img src="${tracking.picture}" width="1" height="1" alt="" style="display:block" />`] : []),
  ];
  const paragraphs = [
    markdownText(body),
    ...(link ? [`${link.label}:\n${link.link}`, link.note] : []),
    ...(unsubscription ? [`${unsubscription.note} ${unsubscription.label}:\n${unsubscription.link}`] : []),
    ...(privacy ? [`${privacy.label}: ${privacy.link}`] : []),
  ];
  return { html: framed(language, subject, html`${content}`), text: `${paragraphs.join('\n\n')}\n` };
}

const unsubscribing = ({ note, label, link }: Unsubscription): SafeHtml => html`${note} ${linked({ label, link })}`;

const linked = ({ label, link }: { label: string; link: string }): SafeHtml =>
  html`<a href="${link}" style="color:#52606d">${label}</a>`;
