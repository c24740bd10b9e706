import { describe, expect, it, vi } from 'vitest';
import { sesv2 } from '#shared/platform/aws/sesv2.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { newEmail, recordWrite } from '#shared/output/mail/documents/accept.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { newAddress } from './calls.ts';
import { failedCalls } from './failed-calls.ts';

const { service, scope, issued, send, history, failNow, detailOf, told, redriven, lines, metrics, request } = failedCalls();

/** Lets the mail service respond with an error until the returned function is called. */
function sesAnswers(name: string): () => void {
  const refused = Promise.reject(Object.assign(new Error('No.'), { name }));
  refused.catch(() => {});
  const spy = vi.spyOn(sesv2(), 'send').mockReturnValue(refused as unknown as void);
  return () => spy.mockRestore();
}

/** An event of the mail service about a mail. */
async function event(mail: { id: string; documentId: string }, more: object): Promise<void> {
  const tags = { companyId: [scope.company], invoiceId: [mail.documentId], emailId: [mail.id] };
  const body = { mail: { timestamp: '2026-03-02T10:00:00.000Z', messageId: 'told-later', tags }, ...more };
  service().runtime.engines.sqs.deliver('email-events', JSON.stringify(body));
  await service().idle();
}

describe('an account without room', () => {
  it('for an hour: mails wait, the alarm is raised then, and the mails are sent when there is room', async () => {
    const restore = sesAnswers('TooManyRequestsException');
    const [{ id }, to] = [await issued(), newAddress()];
    await send(id, { to });
    await service().idle();
    await service().advance('PT50M');
    const waits = () => lines().filter(({ message }) => message === 'Mail waits');
    expect(waits()).toEqual([]);
    await service().advance('PT20M');
    expect(waits()).toContainEqual(expect.objectContaining({ level: 'WARN', failure: 'TooManyRequestsException' }));
    expect(metrics()['incidents']).toHaveLength(waits().length);
    restore();
    await service().advance('PT16M');
    expect((await history(id))[0]?.deliveryStatus).not.toBe('queued');
    expect(await service().mailbox(to)).toHaveLength(1);
  });
});

describe('a suspended account', () => {
  it.each(['AccountSuspendedException', 'SendingPausedException', 'MailFromDomainNotVerifiedException'])(
    '%s: mails wait, the alarm is raised at once, and the mails are sent when it ends',
    async name => {
      const restore = sesAnswers(name);
      const [{ id }, to] = [await issued(), newAddress()];
      await send(id, { to });
      await service().idle();
      await service().advance('PT3H');
      expect(metrics()['incidents']?.length).toBeGreaterThan(1);
      expect(lines().some(({ message, level }) => message === 'Mail service suspended' && level === 'WARN')).toBe(true);
      expect((await history(id))[0]?.deliveryStatus).toBe('queued');
      restore();
      await service().advance('PT16M');
      expect(await service().mailbox(to)).toHaveLength(1);
    },
  );

  it('for a day: the mails have failed, and a redrive sends them', async () => {
    const restore = sesAnswers('AccountSuspendedException');
    const [{ id }, to] = [await issued(), newAddress()];
    await send(id, { to });
    await service().idle();
    await service().advance('PT25H');
    restore();
    expect((await history(id))[0]).toMatchObject({
      deliveryStatus: 'failed',
      bounceReason: 'The mail service took no mails for 24 hours',
    });
    expect((await redriven('failed-mails')).moved).toBe(1);
    expect(await service().mailbox(to)).toHaveLength(1);
  });
});

describe('a mail that cannot be created', () => {
  it('has failed once it returns from the dead letters after a day, and is not in them any more', async () => {
    const [{ id }, to] = [await issued(), newAddress()];
    service().runtime.faults.add({ service: 's3', kind: 'fail', rate: 1 });
    await send(id, { to });
    for (let receives = 0; receives < 6; receives++) await service().advance('PT7M');
    await service().advance('PT24H');
    expect((await history(id))[0]?.deliveryStatus).toBe('queued');
    expect((await redriven('document-email')).moved).toBe(1);
    service().runtime.faults.clear();
    await service().advance('PT7M');
    expect((await history(id))[0]).toMatchObject({
      deliveryStatus: 'failed',
      bounceReason: 'The mail could not be made for 24 hours',
    });
    expect(metrics()['incidents']).toEqual([1]);
    expect((await redriven('document-email')).moved).toBe(0);
    expect((await redriven('failed-mails')).moved).toBe(1);
    expect(await service().mailbox(to)).toHaveLength(1);
  });
});

describe('failed mails', () => {
  it('are not sent twice: a redrive skips those that a user has resent', async () => {
    const { id, to } = await failNow({ service: 'ses', kind: 'fail', rate: 1 });
    await send(id, { to });
    await service().idle();
    expect((await redriven('failed-mails')).moved).toBe(0);
    expect(await service().mailbox(to)).toHaveLength(1);
  });

  it('rejected by the mail service: fails at once, raises the alarm, and is not resent by a redrive', async () => {
    const restore = sesAnswers('MessageRejected');
    const [{ id }, to] = [await issued(), newAddress()];
    await send(id, { to });
    await service().idle();
    restore();
    expect((await history(id))[0]?.bounceReason).toBe('The mail service rejected the message');
    expect(metrics()['incidents']).toEqual([1]);
    expect(await told(id)).toHaveLength(1);
    expect((await redriven('failed-mails')).moved).toBe(0);
    expect(await service().mailbox(to)).toEqual([]);
  });

  it('among many others: each sender gets one notice an hour', async () => {
    const { sender } = await failNow({ service: 'ses', kind: 'fail', rate: 1 });
    const notices = async () =>
      (await service().mailbox(sender)).filter(({ subject }) => subject.startsWith('Un e-mail cu un document'));
    await service().advance('PT1H');
    const before = (await notices()).length;
    const restore = sesAnswers('MessageRejected');
    const invoices = [await issued(), await issued()];
    for (const { id } of invoices) await send(id, { to: newAddress() });
    await service().idle();
    restore();
    await service().advance('PT10M');
    expect((await notices()).length).toBe(before + 1);
    for (const { id } of invoices) expect(await told(id)).toHaveLength(1);
    expect((await redriven('failed-mails')).moved).toBe(1);
  });

  it('of a withdrawn document: webhooks and timeline report it, and no alarm is raised', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { id } = await issued();
    await send(id, { to: newAddress() });
    await service().idle();
    await request('POST', `/invoices/${id}/cancel`, { reason: 'Comandată de două ori' });
    await service().advance('PT61S');
    expect(await told(id)).toMatchObject([{ bounceReason: 'The document was withdrawn before the mail was sent' }]);
    expect((await detailOf(id)).events.filter(({ type }) => type === 'email_failed')).toHaveLength(1);
    expect(metrics()['incidents']).toBeUndefined();
    expect((await redriven('failed-mails')).moved).toBe(0);
  });
});

describe('events of the mail service', () => {
  it('a mail with malware that was accepted and then rejected has failed; the members get a notice of an automatic one', async () => {
    const { sender } = await failNow({ service: 'ses', kind: 'fail', rate: 1 });
    await redriven('failed-mails');
    await service().advance('PT1H');
    const [{ id }, to] = [await issued(), newAddress()];
    const document = await mailableInvoices.read(scope.company, id);
    if (!document) throw new Error('There is no invoice.');
    const asked = { to, cc: [], bcc: [], attachPdf: true, attachXml: false, tracking: false };
    const words = { subject: 'Factura', body: 'Text', language: 'ro' as const };
    const mail = newEmail(document, { ...asked, ...words }, { id: null, name: 'System', email: null }, { automatic: true });
    await transact([recordWrite(KINDS.invoice, { ...mail, state: 'sent', deliveryStatus: 'sent', messageId: 'taken' })]);
    const rejected = { eventType: 'Reject', reject: { reason: 'Bad content' } };
    for (const _ of ['once', 'twice']) await event({ id: mail.id, documentId: id }, rejected);
    expect((await history(id))[0]).toMatchObject({ deliveryStatus: 'failed', bounceReason: 'Bad content' });
    expect(await told(id)).toMatchObject([{ to, bounceReason: 'Bad content' }]);
    expect((await service().mailbox(sender)).filter(({ text }) => text?.includes(to))).toHaveLength(1);
    expect((await redriven('failed-mails')).moved).toBe(0);
  });

  it('a mail that failed although it had been accepted is not sent twice by a redrive', async () => {
    const { id, to } = await failNow({ service: 'ses', kind: 'fail', rate: 1 });
    const [mail] = await history(id);
    await event({ id: mail?.id ?? '', documentId: id }, { eventType: 'Send' });
    expect((await redriven('failed-mails')).moved).toBe(0);
    expect(await service().mailbox(to)).toEqual([]);
  });
});
