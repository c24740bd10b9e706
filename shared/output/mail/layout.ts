import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';

/** Layout of mails: each has a plain-text part and an HTML part with the same content. */

/** The languages of mails about accounts. Users with another locale get English. */
export type MailLanguage = 'ro' | 'en';
export const mailLanguage = (locale: string): MailLanguage => (locale === 'ro' ? 'ro' : 'en');

export interface MailText {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** The mail's main link: a button in HTML, the address in plain text. */
  action?: { label: string; link: string };
  /** Below the action, in small print. */
  note?: string;
}

/** The plain-text part. Each paragraph is one line; mail programs wrap it. */
export const asText = ({ greeting, paragraphs, action, note }: MailText): string =>
  [greeting, ...paragraphs, action && `${action.label}:\n${action.link}`, note].filter(Boolean).join('\n\n') + '\n';

const INK = 'color:#1f2933;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px';

const paragraph = (text: string): SafeHtml => html`<p style="margin:0 0 16px">${text}</p>`;

/** A button, with the link below it as text to copy. @param through target of the button, when it is not the link itself */
export const button = ({ label, link }: { label: string; link: string }, through = link): SafeHtml =>
  html` <p style="margin:24px 0">
      <a
        href="${through}"
        style="background:#1d4ed8;border-radius:6px;color:#ffffff;display:inline-block;
padding:12px 24px;text-decoration:none"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#52606d;word-break:break-all">${link}</p>`;

/** The HTML part. */
export const asHtml = (language: Language, { subject, greeting, paragraphs, action, note }: MailText): string =>
  framed(
    language,
    subject,
    html`${paragraph(greeting)} ${paragraphs.map(paragraph)} ${action && button(action)} ${note && smallPrint(note)}`,
  );

/** Small print at the end of the mail. */
export const smallPrint = (text: string | SafeHtml): SafeHtml =>
  html`<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#52606d">${text}</p>`;

/**
 * A complete HTML page around a mail's content. Tables and inline styles, because mail programs support little else; no external
 * resources.
 */
export const framed = (language: Language, title: string, content: SafeHtml): string =>
  `<!doctype html>${html`
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
      </head>
      <body style="margin:0;background:#f5f7fa">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="560"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;width:100%;background:#ffffff;border-radius:8px"
              >
                <tr>
                  <td style="padding:32px;${INK};overflow-wrap:anywhere;word-break:break-word">${content}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  `}`;
