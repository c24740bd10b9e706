import { html, Markup } from './engines/markup.ts';
import type { ReceivedWebhook, WebhookDeliveries } from './webhook-receiver.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733 }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
  details, section { border: 1px solid #d5dbe1; border-radius: 8px; margin: .75rem 0; padding: .75rem 1rem }
  summary { cursor: pointer } summary span { display: block } summary span, dl, .note { color: #5b6975; font-size: .9rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; background: #f5f7f9; padding: .75rem; border-radius: 4px }
  code { overflow-wrap: anywhere } .scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
  th, td { text-align: left; padding: .25rem 1rem .25rem 0; white-space: nowrap } th { color: #5b6975; font-weight: 600 }
  .good { color: #17692f } .bad { color: #a3231d }
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
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Webhooks</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <p><a href="/_local">Back to /_local</a></p>
        <h1>Webhooks (${requests.length})</h1>
        <p class="note">
          Create a webhook with the URL of this page and a name, such as <code>/_local/webhooks/demo</code>. It responds with 200,
          or with another status and header for <code>?status=503&retryAfter=60</code>. The service must have been started with
          <code>WEBHOOKS_ALLOW_LOOPBACK=1</code>.
        </p>
        ${deliveries.map(recorded)}
        <h2>Received</h2>
        ${requests.length === 0 ? html`<p>No request has been received yet.</p>` : requests.map(received)}
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
      <div class="scroll">
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
