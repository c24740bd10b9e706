import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { instantIn } from '../../shared/kernel/clock.ts';
import { scheduleEmail } from '../../shared/mail/documents/schedule.ts';
import { KINDS } from '../../shared/model/kinds.ts';
import { transact } from '../../shared/store/transact.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, detailOf, inForce } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useOwnService } from '../support/service.ts';

const service = useOwnService();
let scope: Scope;

beforeAll(async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  scope = { token: await keyWith(service(), user, PERMISSIONS), company };
});

/** An invoice of a client of its own, whose mail is due. */
async function due(what: string): Promise<{ id: string; to: string }> {
  const to = `due-${what}@client.example`;
  const { id: clientId } = await service().newClient(scope, { cui: null, type: 'individual', name: randomUUID(), email: to });
  const { id } = await inForce(service(), scope, { clientId });
  await transact([scheduleEmail(KINDS.invoice, { companyId: scope.company, documentId: id, at: instantIn(-60) })]);
  return { id, to };
}

async function runSchedule(): Promise<void> {
  await service().api('POST', '/_local/schedules/scheduled-emails/run');
  await service().idle();
}

describe('The schedule of mails, interrupted at any of its calls', () => {
  it('sends each mail once, enters it once, and leaves no schedule', async () => {
    const mails: { id: string; to: string }[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'schedules-scheduled-emails',
      step: 1,
      run: async what => {
        mails.push(await due(what));
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
