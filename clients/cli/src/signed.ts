import { createHmac, randomBytes } from 'node:crypto';

/** An event of the company. */
export interface Event {
  id: string;
  type: string;
}

/** A secret as the service makes them for webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`;

/** Whether a text can be the secret of a webhook: its part after `whsec_` is the key of 24 to 64 bytes, in base64. */
export function isSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}

/** The request of a webhook for an event: its body, and the headers that a delivery has. @param seconds the time, since 1970 */
export function signedRequest(event: Event, secret: string, seconds: number): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(event);
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Webhooks/1.0',
      'X-Webhook-Event': event.type,
      'X-Webhook-Delivery': event.id,
      'X-Webhook-Id': event.id,
      'X-Webhook-Signature': `sha256=${hmac(secret, body).digest('hex')}`,
      'webhook-id': event.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${hmac(standardKey, `${event.id}.${seconds}.${body}`).digest('base64')}`,
    },
  };
}
