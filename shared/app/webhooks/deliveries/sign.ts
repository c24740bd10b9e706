import { createHmac } from 'node:crypto';
import { machineSeconds, presentInstant } from '#shared/base/kernel/clock.ts';
import type { WebhookMessage } from './store.ts';

/** The request that is sent to a receiver (WHK-19 to WHK-28). */
export interface SignedRequest {
  headers: Record<string, string>;
  payload: string;
}

/** The body of the requests of an event (WHK-19 to WHK-21); `sequence` is its number among the events of the company. */
export function payloadOf(event: {
  id: string;
  type: string;
  createdAt: string;
  company: string;
  sequence: number;
  data: object;
}): string {
  const { id, type, company, sequence, data } = event;
  const at = presentInstant(event.createdAt);
  return JSON.stringify({ id, type, createdAt: at, timestamp: at, company, sequence, data });
}

/**
 * Signs the request of an attempt.
 *
 * @param secrets the valid secrets, the current one first: all sign in `webhook-signature`, only the first in `X-Webhook-Signature`
 * @param deliveryId id of the attempt's record
 */
export function signedRequest(
  { id, type, payload }: Pick<WebhookMessage, 'id' | 'type' | 'payload'>,
  { secrets, deliveryId }: { secrets: readonly string[]; deliveryId: string },
): SignedRequest {
  const timestamp = String(machineSeconds());
  return {
    payload,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Webhooks/1.0',
      'X-Webhook-Event': type,
      'X-Webhook-Delivery': deliveryId,
      'X-Webhook-Id': id,
      'X-Webhook-Signature': `sha256=${createHmac('sha256', secrets[0] ?? '')
        .update(payload)
        .digest('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map(secret => standardSignature(secret, `${id}.${timestamp}.${payload}`)).join(' '),
    },
  };
}

/** Signature of Standard Webhooks: the key is the base64-decoded text after `whsec_`. */
const standardSignature = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')}`;
