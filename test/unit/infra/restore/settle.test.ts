import { describe, expect, it } from 'vitest';
import type { Invoice } from '#shared/model/invoice.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { Mail } from '#shared/output/mail/requests.ts';
import { lastRunDay, recurringInvoice } from '../../../../infra/restore/settle/daily.ts';
import { MAILS, settledAccountMail, settledMail } from '../../../../infra/restore/settle/mails.ts';
import type { Stored } from '../../../../infra/restore/settle/settled.ts';
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
      { state: 'pending', tries: 0, postponement: throttled, notBefore: at('11:45') },
      { state: 'failed', deliveryStatus: 'failed', bounceReason: UNKNOWN },
    ],
    ['is tried after the pause: it is sent then', { state: 'pending', tries: 2, notBefore: at('12:01') }, undefined],
    ['was due shortly before the pause: it is sent then', { state: 'pending', tries: 1, notBefore: at('11:46') }, undefined],
    ['was sent', { state: 'sent', tries: 0 }, undefined],
    ['had failed permanently', { state: 'failed', tries: 4 }, undefined],
    ['was dropped', { state: 'dropped', tries: 0 }, undefined],
  ])('%s', (_, mail, after) => {
    const sentAt = '2026-11-22T09:29:59.000Z';
    expect(settledMail({ ...mail, sentAt } as DocumentEmail, GAP)).toEqual(after && { ...mail, sentAt, ...after });
  });

  it.each([
    ['shortly before a pause that followed at once', '09:29', '09:40', undefined],
    ['long before it', '09:25', '09:40', 'sent'],
  ])('was requested %s', (_, requested, until, state) => {
    const mail = { state: 'pending', tries: 0, sentAt: `2026-11-22T${requested}:00.000Z` };
    const settled = settledMail(mail as DocumentEmail, { ...GAP, until: `2026-11-22T${until}:00.000Z` });
    expect(settled?.state).toBe(state);
  });

  it.each([
    ['about an account, not tried', { state: 'pending' }, { state: 'sent', sentAt: GAP.until }],
    ['about an account, throttled', { state: 'pending', postponement: throttled }, { state: 'dropped' }],
    ['about an account, sent', { state: 'sent' }, undefined],
  ])('%s', (_, mail, after) => {
    const createdAt = GAP.to;
    expect(settledAccountMail({ ...mail, createdAt } as Mail, GAP)).toEqual(after && { ...mail, createdAt, ...after });
  });
});

describe('a scheduled mail', () => {
  it.each([
    ['of before the pause was sent', '11:45', undefined, 1],
    ['of shortly before it is sent when the stage resumes', '11:46', undefined, 0],
    ['that was postponed until then, too', '09:40', '11:46', 0],
    ['of after the pause, too', '12:01', undefined, 0],
  ])('%s', (_, time, postponedTo, count) => {
    const [instant, dueAt] = [time, postponedTo].map(text => text && `2026-11-22T${text}:00.000Z`);
    const item = { pk: 'C#1', sk: 'I#1#S', data: { companyId: '1', documentId: '1', at: instant }, dueAt };
    expect(MAILS['scheduled-email']?.(item as unknown as Stored, GAP)).toHaveLength(count);
  });
});

describe('a recurring invoice', () => {
  const template = { companyId: '1', id: '2', nextIssuanceDate: '2026-11-22', isActive: true, failedOn: null };
  it.each([
    ['whose date has come is moved', {}, ['recurring invoices', true]],
    ['of the next day is left', { nextIssuanceDate: '2026-11-23' }, undefined],
    ['that is switched off is left', { isActive: false }, undefined],
    [
      'that failed the day before is named, and left to be tried again',
      { failedOn: '2026-11-21' },
      ['failing recurring invoices', false],
    ],
    ['that is tried again after the pause is left', { failedOn: '2026-11-22' }, undefined],
  ])('%s', (_, fields, settled) => {
    const data = { frequency: 'monthly', frequencyDay: 22, frequencyMonth: null, stopDate: null, ...template, ...fields };
    const [found] = recurringInvoice({ data } as unknown as Stored, GAP);
    expect(found && [found.kind, found.write !== null]).toEqual(settled);
  });
});

describe('the last run that was done before the pause', () => {
  // 12:00 UTC is 14:00 in Romania; those of the last 15 minutes may not have been done.
  it.each([
    ['09:00', '2026-11-22'],
    ['13:45', '2026-11-22'],
    ['13:46', '2026-11-21'],
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
