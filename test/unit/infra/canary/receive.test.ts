import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { statusFor, type WebhookRequest } from '../../../../infra/canary/receive.ts';

const [SECRET, OTHER] = ['ab', 'cd'].map(text => `whsec_${text.repeat(32)}`);
const NOW = 1_764_417_600;
const BODY = '{"id":"1","data":{"name":"Țuică"}}';

const signature = (secret: string | undefined, body: string, seconds: number): string =>
  `v1,${createHmac('sha256', Buffer.from((secret ?? '').slice('whsec_'.length), 'base64'))
    .update(`msg-1.${seconds}.${body}`)
    .digest('base64')}`;
const request = (
  signatures: string,
  { body = BODY, seconds = NOW }: { body?: string; seconds?: number } = {},
): WebhookRequest => ({
  headers: { 'webhook-id': 'msg-1', 'webhook-timestamp': String(seconds), 'webhook-signature': signatures },
  body,
});
const signed = signature(SECRET, BODY, NOW);

test.each<[string, WebhookRequest, number]>([
  ['signed', request(signed), 204],
  ['signed, in base64', { ...request(signed), body: Buffer.from(BODY).toString('base64'), isBase64Encoded: true }, 204],
  ['signed by two secrets, one of which is known', request(`${signature(OTHER, BODY, NOW)} ${signed}`), 204],
  ['five minutes old', request(signature(SECRET, BODY, NOW - 300), { seconds: NOW - 300 }), 204],
  ['older', request(signature(SECRET, BODY, NOW - 301), { seconds: NOW - 301 }), 401],
  ['of the future', request(signature(SECRET, BODY, NOW + 301), { seconds: NOW + 301 }), 401],
  ['signed by another secret', request(signature(OTHER, BODY, NOW)), 401],
  ['with another body', request(signed, { body: BODY.replace('1', '2') }), 401],
  ['with another time than was signed', request(signed, { seconds: NOW + 1 }), 401],
  ['without a signature', request(''), 401],
  ['with a part of the signature', request(signed.slice(0, -1)), 401],
  ['without headers', { headers: {} }, 401],
  [
    'with a time that is no number',
    { ...request(signed), headers: { ...request(signed).headers, 'webhook-timestamp': 'NaN' } },
    401,
  ],
])('a webhook that is %s is answered with the right status', (_, received, status) => {
  expect(statusFor(received, SECRET ?? '', NOW)).toBe(status);
});
