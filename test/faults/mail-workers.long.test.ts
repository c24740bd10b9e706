import { describe, expect, it } from 'vitest';
import { registerOnly } from '../support/accounts.ts';
import type { Email } from '../support/contract.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, inForce } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';

const service = useOwnService({ machines: [] });
const { scope } = mailCalls(service);

const history = async (id: string): Promise<Email[]> =>
  (await call<Email[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body;

/** Long enough for every redelivery, and shorter than the time to the sweep's later ones. */
const REDELIVERY = 'PT21M';

describe('a function that is interrupted at any call of delivering mails', () => {
  it('sending one about an account: it is sent once', async () => {
    const addresses: string[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'workers-send-email',
      run: async () => {
        addresses.push((await registerOnly(service())).email);
        await service().idle();
      },
      check: async () => {
        await service().advance(REDELIVERY);
        for (const address of addresses) expect(await service().mailbox(address), address).toHaveLength(1);
      },
    });
    expect(calls).toBeGreaterThan(3);
  });

  it('noting the status of one: its record has it, once', async () => {
    const sent = new Map<string, string>();
    const calls = await interruptEveryCall(service(), {
      name: 'workers-note-email-event',
      run: async what => {
        const { id } = await inForce(service(), scope);
        const to = `noted-${what}@client.example`;
        await call(service(), scope, 'POST', `/invoices/${id}/email`, { to, attachPdf: false });
        await service().idle();
        sent.set(to, id);
      },
      check: async () => {
        await service().advance(REDELIVERY);
        for (const [to, id] of sent) {
          expect(await service().mailbox(to), to).toHaveLength(1);
          expect(
            (await history(id)).map(mail => mail.deliveryStatus),
            to,
          ).toEqual(['delivered']);
        }
      },
      step: 1,
    });
    expect(calls).toBeGreaterThan(1);
  });
});
