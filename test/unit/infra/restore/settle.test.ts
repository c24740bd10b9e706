import { describe, expect, it } from 'vitest';
import type { Invoice } from '#shared/model/invoice.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { Mail } from '#shared/output/mail/requests.ts';
import { lastRunDay } from '../../../../infra/restore/settle/daily.ts';
import { settledAccountMail, settledMail } from '../../../../infra/restore/settle/mails.ts';
import { begunAgain } from '../../../../infra/restore/settle/submissions.ts';

const GAP = { to: '2026-11-22T09:30:00.000Z', until: '2026-11-22T12:00:00.000Z' };
const at = (time: string): number => Date.parse(`2026-11-22T${time}:00.000Z`);
const throttled = { times: 1, seconds: 60 };

describe('a mail that waited at the restored second', () => {
  const UNKNOWN = 'Not known whether it was sent: the service was restored to an earlier time';
  it.each([
    ['had not been tried: it was sent', { state: 'pending', tries: 0 }, { state: 'sent', deliveryStatus: 'sent' }],
    ['was being sent: it was sent', { state: 'sending', tries: 0 }, { state: 'sent', deliveryStatus: 'sent' }],
    [
      'had failed: nobody knows',
      { state: 'pending', tries: 1, notBefore: at('09:31') },
      { state: 'failed', deliveryStatus: 'failed', bounceReason: UNKNOWN },
    ],
    [
      'had been throttled: nobody knows',
      { state: 'pending', tries: 0, postponement: throttled, notBefore: at('12:00') },
      { state: 'failed', deliveryStatus: 'failed', bounceReason: UNKNOWN },
    ],
    ['is tried after the pause: it is sent then', { state: 'pending', tries: 2, notBefore: at('12:01') }, undefined],
    ['was sent', { state: 'sent', tries: 0 }, undefined],
    ['had failed permanently', { state: 'failed', tries: 4 }, undefined],
    ['was dropped', { state: 'dropped', tries: 0 }, undefined],
  ])('%s', (_, mail, after) => {
    expect(settledMail(mail as DocumentEmail, GAP)).toEqual(after && { ...mail, ...after });
  });

  it.each([
    ['about an account, not tried', { state: 'pending' }, { state: 'sent', sentAt: GAP.until }],
    ['about an account, throttled', { state: 'pending', postponement: throttled }, { state: 'dropped' }],
    ['about an account, sent', { state: 'sent' }, undefined],
  ])('%s', (_, mail, after) => {
    expect(settledAccountMail(mail as Mail, GAP)).toEqual(after && { ...mail, ...after });
  });
});

describe('the last run before the pause', () => {
  // 12:00 UTC is 14:00 in Romania.
  it.each([
    ['09:00', '2026-11-22'],
    ['14:00', '2026-11-22'],
    ['14:01', '2026-11-21'],
  ])('of %s is on %s', (time, day) => {
    expect(lastRunDay(time, GAP)).toBe(day);
  });
});

describe('a submission under way', () => {
  const submission = { id: 'old', startedAt: GAP.to, userId: null };
  it.each([
    ['not sent yet', { submission, taxauthStatus: 'pending' }, { submission: { ...submission, id: 'new' } }],
    ['waits for its verdict', { taxauthStatus: 'uploaded', taxauthSubmissionId: 'old' }, { taxauthSubmissionId: 'new' }],
    ['has its verdict', { taxauthStatus: 'validated', taxauthSubmissionId: 'old', taxauthDownloadId: '7' }, undefined],
    ['was never begun', { taxauthStatus: null }, undefined],
    ['is not ours', { taxauthStatus: 'uploaded', direction: 'incoming' }, undefined],
  ])('%s', (_, document, after) => {
    const before = { direction: 'outgoing', submission: null, taxauthDownloadId: null, ...document };
    expect(begunAgain(before as unknown as Invoice, 'new')).toEqual(after && { ...before, ...after });
  });
});
