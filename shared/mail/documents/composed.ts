import { html, type SafeHtml } from '../../kernel/html.ts';
import { button, framed, type MailLanguage, smallPrint } from '../layout.ts';
import { markdownHtml, markdownText } from '../markdown.ts';
import type { TrackedLinks } from '../tracking/links.ts';

/** An inline picture above the text: the logo of the company. */
export interface MailPicture {
  /** Content id of the MIME part that contains it. */
  cid: string;
  alt: string;
}

/** A button that links to the document: its label (`view`), its link, and the small print below it (`note`). */
export interface MailButton {
  view: string;
  note: string;
  link: string;
}

/**
 * The HTML and the plain-text part of a mail with a document. Pure. Tracking changes only the HTML: links in the plain text stay
 * direct.
 *
 * @param words `body` is light markdown with its variables filled in
 */
export function composed(
  { subject, body, language }: { subject: string; body: string; language: MailLanguage },
  linked?: MailButton,
  tracked?: TrackedLinks,
  picture?: MailPicture,
): { html: string; text: string } {
  const through = (link: string): string => tracked?.through(link) ?? link;
  const content: SafeHtml[] = [
    ...(picture
      ? [
          html`<p style="margin:0 0 24px">
            <img src="cid:${picture.cid}" alt="${picture.alt}" style="max-width:240px;max-height:80px" />
          </p>`,
        ]
      : []),
    markdownHtml(body, through),
    ...(linked ? [button({ label: linked.view, link: linked.link }, through(linked.link)), smallPrint(linked.note)] : []),
    ...(tracked ? [html`<img src="${tracked.picture}" width="1" height="1" alt="" style="display:block" />`] : []),
  ];
  return {
    html: framed(language, subject, html`${content}`),
    text: linked ? `${markdownText(body)}\n\n${linked.view}:\n${linked.link}\n\n${linked.note}\n` : `${markdownText(body)}\n`,
  };
}
