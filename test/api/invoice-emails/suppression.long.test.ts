import { afterEach, describe, expect, it } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { isSuppressed } from '#shared/output/mail/documents/suppression.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls, newAddress } from './calls.ts';
import { invoiceEmailsCalls } from './scheduled-calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, issued, detailOf } = trader;
const { send, history } = emailCalls(service, trader);
const { runTwice } = invoiceEmailsCalls(service);

afterEach(() => {
  service().runtime.faults.clear();
});

/** Mails an address, and lets the mail service report an event of it. */
async function reported(to: string, ...types: ('bounce' | 'complaint')[]): Promise<void> {
  const { id } = await issued();
  await send(id, { to, attachPdf: false });
  await service().idle();
  const [mail] = await service().mailbox(to);
  for (const type of types) {
    await service().api('POST', '/_local/ses-events', { body: { messageId: mail?.messageId, type } });
    await service().idle();
  }
}

describe('the suppression list (OUT-57 to OUT-60)', () => {
  it('force overrides a bounce, never a complaint, in any field and any case', async () => {
    const [bounced, complained] = [newAddress(), newAddress()];
    await reported(bounced, 'bounce');
    await reported(complained, 'complaint');
    const { id } = await issued();
    const to = newAddress();
    for (const field of ['to', 'cc', 'bcc']) {
      const body = { to, [field]: complained.toUpperCase() };
      for (const force of [false, true]) {
        const refused = await send(id, { ...body, force });
        expect([field, force, ...codeOf(refused)]).toEqual([field, force, 422, 'validation_error']);
        expect(Object.keys(refused.body.error.details)).toEqual([field]);
      }
      expect(codeOf(await send(id, { to, [field]: bounced.toUpperCase() }))).toEqual([422, 'validation_error']);
      expect((await send(id, { to, [field]: bounced.toUpperCase(), attachPdf: false, force: true })).status).toBe(200);
    }
    await service().idle();
    expect(await service().mailbox(complained)).toHaveLength(1);
    // Its first mail, and one for each field.
    expect(await service().mailbox(bounced)).toHaveLength(4);
    expect(await service().mailbox(to)).toHaveLength(2);
    // Each company has its own list.
    const other = await trader.newTrader();
    expect((await other.act((await other.issued()).id, 'email', { to: bounced })).status).toBe(200);
    await service().idle();
  });

  it('a bounce after a complaint keeps the complaint', async () => {
    const to = newAddress();
    await reported(to, 'complaint', 'bounce');
    const { id } = await issued();
    expect((await send(id, { to, force: true })).status).toBe(422);
  });

  it('is checked again when the mail is sent: copies to a listed address are left out, and a mail to one fails', async () => {
    const [to, copy] = [newAddress(), newAddress()];
    const [first, second] = [await issued(), await issued()];
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 2 });
    await send(first.id, { to, attachPdf: false });
    await send(second.id, { to: newAddress(), cc: copy, bcc: to, attachPdf: false });
    await service().idle();
    service().runtime.faults.clear();
    await reported(to, 'bounce');
    const before = (await service().mailbox(to)).length;
    await service().advance('PT61S');
    expect(await service().mailbox(to)).toHaveLength(before);
    expect((await history(first.id))[0]).toMatchObject({
      deliveryStatus: 'failed',
      bounceReason: 'The address bounced or complained about earlier mails',
    });
    expect((await history(second.id))[0]?.deliveryStatus).toBe('delivered');
    expect((await service().mailbox(copy)).map(mail => mail.bcc)).toEqual([[]]);
  });

  it('a scheduled mail to a listed address is not sent, its history has the reason, and the timeline has no mail', async () => {
    const { id } = await issued();
    const to = (await detailOf(id)).client?.email ?? '';
    await reported(to, 'bounce');
    const before = (await service().mailbox(to)).length;
    await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(3600) })]);
    await service().advance('PT65M');
    await runTwice();
    expect(await service().mailbox(to)).toHaveLength(before);
    const [record, ...others] = await history(id);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ to, deliveryStatus: 'failed', metadata: { automatic: true } });
    expect(record?.bounceReason).toContain('bounced or complained');
    const detail = await detailOf(id);
    expect(detail.events.filter(event => event.type === 'email_sent')).toEqual([]);
    expect(detail.scheduledEmailAt).toBeNull();
    const notified = await queryItems<{ webhooks: StoredNotification[] }>({
      partition: `C#${scope.company}`,
      beginsWith: 'NOTIFY#',
    });
    const told = notified
      .flatMap(({ webhooks }) => webhooks)
      .filter(({ type, data }) => type === 'email.failed' && data.includes(id));
    expect(told).toHaveLength(1);
    expect(await isSuppressed(scope.company, ` ${to.toUpperCase()}`)).toBe(true);
    expect(await isSuppressed(scope.company, newAddress())).toBe(false);
  });
});
