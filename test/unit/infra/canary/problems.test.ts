import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isJudged, type Outcome, periodKey, PROBLEMS, problemsOf } from '../../../../infra/canary/problems.ts';

const GOOD: Outcome = {
  ...{ number: 'FCT-001', status: 'validated', errors: [] },
  mails: [{ deliveryStatus: 'delivered', bounceReason: null }],
  attempts: [{ status: 'success', responseCode: 204, errorMessage: null }],
};
const mail = (deliveryStatus: string, bounceReason: string | null = null) => ({ mails: [{ deliveryStatus, bounceReason }] });
const attempt = (responseCode: number, errorMessage: string | null = null) => ({
  ...{ status: responseCode >= 200 && responseCode < 300 ? 'success' : 'failed', responseCode, errorMessage },
});

describe('problemsOf', () => {
  test.each<[string, Partial<Outcome>]>([
    ['all is as it must be', {}],
    ['the mail was opened', mail('opened')],
    ['the webhook was taken at its second attempt', { attempts: [attempt(204), attempt(500)] }],
  ])('finds nothing where %s', (_, change) => {
    expect(problemsOf({ ...GOOD, ...change })).toEqual([]);
  });

  test.each<[Partial<Outcome>, string, string]>([
    [
      { status: 'draft', number: 'DRAFT-0a0b0c0d', mails: [], attempts: [] },
      'not-issued',
      'The draft DRAFT-0a0b0c0d was not issued.',
    ],
    [{ status: 'issued', attempts: [] }, 'not-submitted', 'FCT-001 was not submitted.'],
    [{ status: 'sent_to_provider', attempts: [] }, 'no-verdict', 'FCT-001 has no verdict: its status is sent_to_provider.'],
    [{ status: 'uploaded', attempts: [] }, 'no-verdict', 'FCT-001 has no verdict: its status is uploaded.'],
    [
      { status: 'rejected', attempts: [], errors: ['BR-RO-110: no.', 'BR-01: no.'] },
      'rejected',
      'FCT-001 was not accepted, its status is rejected: BR-RO-110: no. BR-01: no.',
    ],
    [{ status: 'error', attempts: [] }, 'rejected', 'FCT-001 was not accepted, its status is error'],
    [{ mails: [] }, 'not-mailed', 'FCT-001 was not mailed.'],
    [mail('queued'), 'mail-not-delivered', 'The mail with FCT-001 is queued.'],
    [mail('sent'), 'mail-not-delivered', 'The mail with FCT-001 is sent.'],
    [mail('bounced', 'Mailbox full'), 'mail-not-delivered', 'The mail with FCT-001 is bounced (Mailbox full).'],
    [{ attempts: [] }, 'no-webhook', 'No webhook was sent about the verdict on FCT-001.'],
    [
      { attempts: [attempt(401)] },
      'webhook-failed',
      'The webhook about the verdict on FCT-001 was not taken: the receiver answered 401.',
    ],
    [{ attempts: [attempt(0, 'timeout')] }, 'webhook-failed', 'The webhook about the verdict on FCT-001 was not taken: timeout.'],
    [{ attempts: [attempt(0)] }, 'webhook-failed', 'The webhook about the verdict on FCT-001 was not taken: no answer.'],
  ])('%j is %s', (change, problem, message) => {
    expect(problemsOf({ ...GOOD, ...change })).toEqual([{ problem, message }]);
  });

  it('finds what is wrong with mail and verdict alike, and no webhook of a verdict that is missing', () => {
    expect(problemsOf({ ...GOOD, status: 'uploaded', mails: [], attempts: [] }).map(({ problem }) => problem)).toEqual([
      'no-verdict',
      'not-mailed',
    ]);
  });

  it('docs/operations/canary.md says of each problem what to look at', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations/canary.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...PROBLEMS]);
  });
});

test.each([
  ['just made', '2026-11-29T12:00:00Z', false],
  ['14 minutes old', '2026-11-29T11:46:00Z', false],
  ['15 minutes old', '2026-11-29T11:45:00Z', true],
  ['29 days old', '2026-10-31T12:00:00Z', true],
  ['older than its deliveries are kept', '2026-10-31T11:59:00Z', false],
])('an invoice that is %s is judged: %s, %s', (_, createdAt, judged) => {
  expect(isJudged(createdAt, new Date('2026-11-29T12:00:00Z'))).toBe(judged);
});

test.each([
  ['2026-11-29T12:00:00Z', 60, 'canary-2026-11-29T12:00:00.000Z'],
  ['2026-11-29T12:59:59.999Z', 60, 'canary-2026-11-29T12:00:00.000Z'],
  ['2026-11-29T13:00:00Z', 60, 'canary-2026-11-29T13:00:00.000Z'],
  ['2026-11-29T12:44:59Z', 45, 'canary-2026-11-29T12:00:00.000Z'],
  ['2026-11-29T11:00:00Z', 720, 'canary-2026-11-29T00:00:00.000Z'],
])('a run at %s, every %i minutes, has the key %s', (now, everyMinutes, key) => {
  expect(periodKey(new Date(now), everyMinutes)).toBe(key);
});
