import { html, Markup } from '../engines/markup.ts';
import { NO_ICON, PAGE_STYLE } from './page-style.ts';
import type { ReceivedWebhook, WebhookDeliveries } from '../external/webhook-receiver.ts';

const STYLE = `${PAGE_STYLE}
  h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
  details, section { border: 1px solid var(--line); border-radius: 8px; margin: .75rem 0; padding: .75rem 1rem }
  summary { cursor: pointer } summary span { display: block } summary span, dl, .note { color: var(--soft); font-size: .9rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; background: var(--block); padding: .75rem; border-radius: 4px }
  code { overflow-wrap: anywhere } .scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
  th, td { text-align: left; padding: .25rem 1rem .25rem 0; white-space: nowrap } th { color: var(--soft); font-weight: 600 }
`;

const time = (at: string): string => at.slice(0, 19).replace('T', ' ');
const coloured = (isGood: boolean, text: string | number): Markup =>
  html`<span style="display:inline;font-size:inherit" class="${isGood ? 'good' : 'bad'}">${text}</span>`;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The HTML page with the requests of the local webhook receiver and the deliveries that the service has recorded. */
export function renderWebhooks({
  requests,
  deliveries,
}: {
  requests: ReceivedWebhook[];
  deliveries: WebhookDeliveries[];
}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" />
        <title>Webhooks</title>
        ${new Markup(NO_ICON)}
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <nav><a href="/_local">Back to /_local</a></nav>
        <main>
          <h1>Webhooks (${requests.length})</h1>
          <p class="note">
            Create a webhook with the URL of this page and a name, such as <code>/_local/webhooks/demo</code>. It responds with
            200, or with another status and header for <code>?status=503&retryAfter=60</code>. The service must have been started
            with <code>WEBHOOKS_ALLOW_LOOPBACK=1</code>.
          </p>
          ${deliveries.map(recorded)}
          <h2>Received</h2>
          ${requests.length === 0 ? html`<p>No request has been received yet.</p>` : requests.map(received)}
        </main>
      </body>
    </html> `.text;
}

const received = (one: ReceivedWebhook): Markup =>
  html`<details id="${one.id}">
    <summary>
      <b>${one.event || '(no event)'}</b> to ${one.name}, signature ${coloured(one.signature === 'valid', one.signature)},
      answered ${coloured(isSuccess(one.status), one.status)}
      <span>${time(one.at)} UTC</span>
    </summary>
    <dl>
      <dt>Message</dt>
      <dd>${one.messageId}</dd>
      <dt>Delivery</dt>
      <dd>${one.deliveryId}</dd>
      <dt>Sequence</dt>
      <dd>${one.sequence}</dd>
      <dt>Company</dt>
      <dd>${one.company}</dd>
    </dl>
    <pre>${indented(one.body)}</pre>
  </details>`;

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const recorded = ({ url, isActive, total, attempts }: WebhookDeliveries): Markup =>
  html`<h2>Deliveries to ${url}</h2>
    <section>
      <p class="note">${isActive ? 'Active' : 'Switched off'}, ${total} ${total === 1 ? 'attempt' : 'attempts'}, newest first.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Deliveries to ${url}">
        <table>
          <tr>
            <th>Made (UTC)</th>
            <th>Event</th>
            <th>Attempt</th>
            <th>Outcome</th>
            <th>Answer</th>
            <th>Took</th>
          </tr>
          ${attempts.map(
            ({ deliveredAt, eventType, attempt, status, responseCode, durationMs }) =>
              html`<tr>
                <td>${time(deliveredAt)}</td>
                <td>${eventType}</td>
                <td>${attempt}</td>
                <td>${coloured(status === 'success', status)}</td>
                <td>${responseCode === 0 ? 'none' : responseCode}</td>
                <td>${durationMs} ms</td>
              </tr>`,
          )}
        </table>
      </div>
    </section>`;
