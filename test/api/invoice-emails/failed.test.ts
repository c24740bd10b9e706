import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../infra/redrive/redrive.ts';
import { failedCalls } from './failed-calls.ts';

const { service, issued, send, history, failNow, detailOf, told, redriven, lines, metrics } = failedCalls();

describe('a mail that the mail service did not accept in four attempts', () => {
  it('raises the alarm, sends a webhook event and a notice, is in the timeline, and is sent after a redrive', async () => {
    const { id, to, sender } = await failNow({ service: 'ses', kind: 'fail', rate: 1 });
    expect((await history(id))[0]).toMatchObject({ deliveryStatus: 'failed', bounceReason: 'Temporary failure' });

    expect(metrics()['incidents']).toEqual([1]);
    expect(lines().find(({ message }) => message === 'Mail failed')).toMatchObject({ level: 'ERROR', documentId: id, tries: 3 });
    expect(JSON.stringify(lines())).not.toContain(to);

    const event = (await detailOf(id)).events.find(({ type }) => type === 'email_failed');
    expect(event).toMatchObject({ status: null, metadata: { to, reason: 'Temporary failure' }, user: null });
    expect(await told(id)).toMatchObject([
      { documentType: 'invoice', to, deliveryStatus: 'failed', bounceReason: 'Temporary failure' },
    ]);

    const notices = (await service().mailbox(sender)).filter(({ text }) => text?.includes(to));
    expect(notices).toMatchObject([{ subject: 'Un e-mail cu un document nu a fost trimis' }]);

    expect(await redriven('failed-mails')).toEqual({ exit: EXIT.done, moved: 1 });
    expect(await service().mailbox(to)).toHaveLength(1);
    expect((await history(id))[0]).toMatchObject({ deliveryStatus: 'delivered', bounceReason: null });
    expect((await redriven('failed-mails')).moved).toBe(0);
  });
});

describe('an error that is not the mail service’s', () => {
  it('sends the message to the dead letters, from where a redrive returns it; the mail has not failed', async () => {
    const { id } = await issued();
    const to = 'ours@client.example';
    // The PDF cannot be stored or read.
    service().runtime.faults.add({ service: 's3', kind: 'fail', rate: 1 });
    await send(id, { to });
    for (let receives = 0; receives < 6; receives++) await service().advance('PT7M');
    service().runtime.faults.clear();
    expect((await history(id))[0]).toMatchObject({ deliveryStatus: 'queued', bounceReason: null });
    expect(metrics()['incidents']).toBeUndefined();
    expect(await redriven('document-email')).toEqual({ exit: EXIT.done, moved: 1 });
    expect(await service().mailbox(to)).toHaveLength(1);
  });
});
