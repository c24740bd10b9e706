import { createHmac, timingSafeEqual } from 'node:crypto';

/** The receiver of the canary's webhooks: a Lambda function URL (docs/webhooks.md, Verifying). */

/** The part of a request to a function URL that matters here. */
export interface WebhookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  isBase64Encoded?: boolean | undefined;
}

/** Maximum difference of a signature's time in seconds (WHK-28). */
const TOLERANCE = 300;

/** Whether a request states a time that may be signed; one that does not costs no look at the secret. Pure. */
export const isTimely = ({ headers }: WebhookRequest, seconds: number): boolean => {
  const timestamp = headers['webhook-timestamp'] ?? '';
  return /^\d+$/.test(timestamp) && Math.abs(Number(timestamp) - seconds) <= TOLERANCE;
};

/** Whether a request has a signature of Standard Webhooks by this secret. Pure. @param seconds the time, since 1970 */
export function isSigned(request: WebhookRequest, secret: string, seconds: number): boolean {
  if (!isTimely(request, seconds)) return false;
  const { headers, body = '', isBase64Encoded } = request;
  const [id = '', timestamp = ''] = [headers['webhook-id'], headers['webhook-timestamp']];
  const raw = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return (headers['webhook-signature'] ?? '').split(' ').some(one => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The status of the answer. */
export const statusFor = (request: WebhookRequest, secret: string, seconds: number): 204 | 401 =>
  isSigned(request, secret, seconds) ? 204 : 401;
