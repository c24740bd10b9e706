import { html, type SafeHtml } from '../../kernel/html.ts';
import { button, framed, type MailLanguage, smallPrint } from '../layout.ts';
import { markdownHtml, markdownText } from '../markdown.ts';

/** A button that leads to the document, and the small print below it. */
export interface MailButton {
  view: string;
  note: string;
  link: string;
}

/** Both parts of a mail with a document. Pure. @param words `body` is light markdown with its variables filled in */
export function composed(
  { subject, body, language }: { subject: string; body: string; language: MailLanguage },
  linked?: MailButton,
): { html: string; text: string } {
  const text = markdownHtml(body);
  const content: SafeHtml = linked
    ? html`${text} ${button({ label: linked.view, link: linked.link })} ${smallPrint(linked.note)}`
    : text;
  return {
    html: framed(language, subject, content),
    text: linked ? `${markdownText(body)}\n\n${linked.view}:\n${linked.link}\n\n${linked.note}\n` : `${markdownText(body)}\n`,
  };
}
