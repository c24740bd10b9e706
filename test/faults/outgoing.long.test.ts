import { beforeAll, describe, expect, it } from 'vitest';
import { call, inForce, detailOf } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { randomUUID } from 'node:crypto';
import { slotKey, SLOTS } from '#shared/documents/invoices/export/model.ts';
import { getItem } from '#shared/platform/store/read.ts';

const service = useOwnService();
const { scope, due, runSchedule } = mailCalls(service);
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

describe('the schedule of mails, interrupted at any of its calls', () => {
  it('sends each mail once, adds it to the timeline once, and leaves no schedule', async () => {
    const mails: { id: string; to: string }[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'schedules-scheduled-emails',
      step: 1,
      run: async what => {
        const to = `due-${what}@client.example`;
        const client = await service().newClient(scope, { cui: null, type: 'individual', name: randomUUID(), email: to });
        mails.push({ id: await due({ clientId: client.id }), to });
        await runSchedule();
      },
      check: async () => {
        await service().advance('PT15M');
        await runSchedule();
        for (const { id, to } of mails) {
          expect(await service().mailbox(to), to).toHaveLength(1);
          expect((await call<unknown[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body, to).toHaveLength(1);
          const { scheduledEmailAt, events } = await detailOf(service(), scope, id);
          expect([scheduledEmailAt, events.filter(event => event.type === 'email_sent').length], to).toEqual([null, 1]);
        }
      },
    });
    expect(calls).toBeGreaterThan(5);
  });
});

it("a worker that dies at any call of packing an archive leaves an export that another one completes, and frees the company's places", async () => {
  const { id: invoiceId } = await inForce(service(), scope);
  const body = { invoiceIds: [invoiceId], includePdf: false, includeXml: false };
  const calls = await interruptEveryCall(service(), {
    name: 'workers-build-export',
    run: async what => {
      const { exportId } = (await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', body)).body;
      await service().idle();
      // Long enough for redelivery, and for the company's five exports an hour.
      await service().advance('PT31M');
      const job = (await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${exportId}`)).body;
      expect(job.status, what).toBe('completed');
      expect((await call(service(), scope, 'GET', `/exports/${job.filename}`)).status, what).toBe(200);
      const places = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => getItem(slotKey(scope.company, slot))));
      expect(places, what).toEqual([undefined, undefined]);
    },
    check: () => Promise.resolve(),
  });
  expect(calls).toBeGreaterThan(4);
});
