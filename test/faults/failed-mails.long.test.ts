import { expect, it } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { newEmail, recordWrite } from '#shared/output/mail/documents/accept.ts';
import { failedMails, isStale, requeue } from '#shared/output/mail/documents/failed/requeue.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Email } from '../support/contract.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, detailOf, inForce } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { scope } = mailCalls(service);

/** An invoice with a mail of a user that has failed three attempts; the fourth is due in 15 minutes. */
async function atLastTry(to: string): Promise<string> {
  const { id } = await inForce(service(), scope);
  const document = await mailableInvoices.read(scope.company, id);
  if (!document) throw new Error('There is no invoice.');
  const words = { subject: 'Factura', body: 'Text', language: 'ro' as const };
  const asked = { to, cc: [], bcc: [], attachPdf: false, attachXml: false, tracking: false, ...words };
  const email = newEmail(document, asked, { id: null, name: 'System', email: null });
  await transact([recordWrite(KINDS.invoice, { ...email, tries: 3 })]);
  return id;
}

const history = async (id: string): Promise<Email[]> =>
  (await call<Email[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body;

it('a worker that is interrupted at any call of the last attempt records and reports the failure once; a redrive sends all', async () => {
  const mails = new Map<string, string>();
  const calls = await interruptEveryCall(service(), {
    name: 'workers-send-document-email',
    run: async what => {
      service().runtime.faults.add({ service: 'ses', kind: 'fail', rate: 1 });
      mails.set(`${what}@client.example`, await atLastTry(`${what}@client.example`));
      await service().advance('PT16M');
      // Redelivery of an interrupted run, while the fault lasts.
      await service().advance('PT7M');
    },
    check: async () => {
      for (const [to, id] of mails) {
        expect(
          (await history(id)).map(({ deliveryStatus }) => deliveryStatus),
          to,
        ).toEqual(['failed']);
        const { events } = await detailOf(service(), scope, id);
        expect(
          events.filter(({ type }) => type === 'email_failed'),
          to,
        ).toHaveLength(1);
      }
      for (const key of await failedMails()) expect(await requeue(key)).toBe(true);
      await service().idle();
      for (const to of mails.keys()) expect(await service().mailbox(to), to).toHaveLength(1);
      expect(await failedMails()).toEqual([]);
    },
  });
  expect(calls).toBeGreaterThan(5);
});

it.each([
  ['a mail of two weeks less an hour', -14 * 24 + 1, undefined, false],
  ['a mail of over two weeks', -14 * 24 - 1, undefined, true],
  ['a reminder of two days less an hour', -47, 'payment_reminder', false],
  ['a reminder of over two days', -49, 'final_notice', true],
])('%s: too old is %s', (_, hours, reminderType, stale) => {
  expect(isStale({ sentAt: instantIn(hours * 3600), metadata: reminderType ? { reminderType } : null })).toBe(stale);
});
