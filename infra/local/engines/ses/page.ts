import { NO_ICON, PAGE_STYLE } from '../../control/page-style.ts';
import { html, Markup } from '../markup.ts';
import type { MailboxMessage } from './mailbox.ts';

const STYLE = `${PAGE_STYLE}
  details { border: 1px solid var(--line); border-radius: 8px; margin: .75rem 0; padding: .75rem 1rem; }
  summary { cursor: pointer } summary span { display: block } summary span, dl { color: var(--soft); font-size: .9rem }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem } dd { margin: 0 }
  dd a { display: inline-block; margin-right: .25rem }
  pre { white-space: pre-wrap; font: inherit } iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 4px; background: #ffffff; color-scheme: light }
  @media (max-width: 30rem) { body { margin: 1rem auto; padding: 0 .5rem } details { padding: .5rem } dl { display: block } dt { font-weight: 600 } }
`;

/**
 * The mailbox as an HTML page. Scripts and remote content of mails are blocked, including tracking pictures, so that viewing the list
 * opens none: a sandboxed frame under the page's strict policy. Links of a mail open beside the page.
 */
export function renderMailbox(messages: MailboxMessage[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" />
        <title>Mailbox</title>
        ${new Markup(NO_ICON)}
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <nav><a href="/_local">Back to /_local</a></nav>
        <main>
          <h1>Mailbox (${messages.length})</h1>
          ${messages.length === 0 ? html`<p>No mail has been sent yet.</p>` : messages.map(mail)}
        </main>
      </body>
    </html> `.text;
}

const mail = (message: MailboxMessage): Markup =>
  html`<details id="${message.id}">
    <summary>
      <b>${message.subject || '(no subject)'}</b>
      <span>${message.at.slice(0, 19).replace('T', ' ')} UTC, to ${message.to.join(', ')}</span>
    </summary>
    <dl>
      <dt>From</dt>
      <dd>${message.headers.from ?? message.from}</dd>
      ${message.cc.length > 0 ? field('Cc', message.cc) : ''} ${message.bcc.length > 0 ? field('Bcc', message.bcc) : ''}
      ${message.attachments.length > 0 ? attachments(message) : ''}
    </dl>
    ${
      message.html === null
        ? html`<pre>${message.text}</pre>`
        : html`<iframe
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcdoc="${withLinksOutside(message.html)}"
            title="${message.subject}"
          ></iframe>`
    }
  </details>`;

/** Makes links of a mail open in a new page, since the frame may not show other content. */
const withLinksOutside = (page: string): string => page.replace(/<head>/i, '<head><base target="_blank" />');

const field = (name: string, values: string[]): Markup =>
  html`<dt>${name}</dt>
    <dd>${values.join(', ')}</dd>`;

const attachments = (message: MailboxMessage): Markup =>
  html`<dt>Attached</dt>
    <dd>
      ${message.attachments.map(
        ({ filename, size }, n) =>
          html`<a href="/_local/mailbox/${message.id}/attachments/${n}">${filename || `attachment ${n + 1}`}</a> (${size} bytes) `,
      )}
    </dd>`;
