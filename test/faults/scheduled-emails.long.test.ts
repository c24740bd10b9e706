import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, detailOf } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { mailCalls } from './mail-calls.ts';

const service = useOwnService();
const { scope, due, runSchedule } = mailCalls(service);

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
