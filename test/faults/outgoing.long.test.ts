import { beforeAll, describe, expect, it } from 'vitest';
import { call, inForce } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';

const service = useOwnService();
const { scope } = mailCalls(service);
let invoiceId: string;

beforeAll(async () => {
  invoiceId = (await inForce(service(), scope)).id;
});

interface Mail {
  id: string;
  deliveryStatus: string;
}

const mail = async (to: string): Promise<string> => {
  const body = { to, attachPdf: false };
  return (await call<{ emailId: string }>(service(), scope, 'POST', `/invoices/${invoiceId}/email`, body)).body.emailId;
};

/** Each mail was sent once, and its record says so. */
async function expectDelivered(mails: Map<string, string>): Promise<void> {
  const { body } = await call<Mail[]>(service(), scope, 'GET', `/invoices/${invoiceId}/emails`);
  const status = new Map(body.map(one => [one.id, one.deliveryStatus]));
  for (const [to, id] of mails) {
    expect(await service().mailbox(to), to).toHaveLength(1);
    expect(status.get(id), to).toBe('delivered');
  }
}

describe('a worker that dies at any call of sending a mail, or loses its response', () => {
  it('leaves a mail that is sent exactly once', async () => {
    const mails = new Map<string, string>();
    const calls = await interruptEveryCall(service(), {
      name: 'workers-send-document-email',
      run: async what => {
        const to = `died-${what}@client.example`;
        mails.set(to, await mail(to));
        await service().idle();
      },
      // The queue delivers the messages again when their visibility timeout has passed.
      check: async () => {
        await service().advance('PT7M');
        await expectDelivered(mails);
      },
    });
    expect(calls).toBeGreaterThan(5);
  });

  it('and so does one that dies while it queues mails', async () => {
    const mails = new Map<string, string>();
    for (const when of ['before', 'after'] as const) {
      const to = `handed-${when}@client.example`;
      service().runtime.faults.crash({ call: 1, when, name: 'workers-publish-changes', operation: 'sqs.SendMessage' });
      mails.set(to, await mail(to));
      await service().idle();
      expect(service().runtime.faults.crashed()).toBe(true);
    }
    await service().advance('PT7M');
    await expectDelivered(mails);
  });
});
