import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { MailboxMessage } from '../../../infra/local/engines/ses/index.ts';
import { PERMISSIONS, type Role } from '#shared/platform/access/permissions.ts';
import { changeAccount } from '../../support/accounts.ts';
import { inForce } from '../../support/invoices.ts';
import { joinAs, keyWith } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { type Scope, type User, useOwnService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useOwnService();
const { change, turnTo, run } = reminderCalls(service);

beforeAll(() => void service().runtime.clock.freeze(true));

/** A company with its owner, who reads Romanian, and a credential that outlives the clock. */
async function owned(locale = 'ro'): Promise<{ scope: Scope; user: User }> {
  const user = await service().newUser();
  await service().api('PATCH', '/api/v1/me', { token: user.token, body: { locale } });
  const { company } = await service().newCompany(user);
  return { scope: { token: await keyWith(service(), user, PERMISSIONS), company }, user };
}

const notices = async (email: string): Promise<MailboxMessage[]> =>
  (await service().mailbox(email))
    .filter(({ subject }) => /Facturi de încasat|Invoices to be collected/.test(subject))
    .toReversed();

describe('Notices to members (OUT-94, OUT-95)', () => {
  it('are sent at 09:00 for invoices due in 3 days, today and since yesterday: one mail a day, and none without such invoices', async () => {
    const { scope, user } = await owned();
    const owner = user.email;
    await turnTo(addDays(today(), 1), '10:00');
    const dueDate = addDays(today(), 4);
    const { number } = await inForce(service(), scope, { dueDate });
    for (const [days, head] of [
      [-3, 'Scadente peste 3 zile'],
      [-2, undefined],
      [-1, undefined],
      [0, 'Scadente astăzi'],
      [1, 'Scadente ieri'],
      [2, undefined],
    ] as const) {
      const before = await notices(owner);
      await turnTo(addDays(dueDate, days), '08:59');
      expect(await notices(owner)).toHaveLength(before.length);
      await turnTo(addDays(dueDate, days), '09:00');
      await run(3);
      const fresh = (await notices(owner)).slice(before.length);
      expect(fresh).toHaveLength(head === undefined ? 0 : 1);
      if (head !== undefined) expect(fresh[0]?.text).toContain(head);
      if (head !== undefined) expect(fresh[0]?.text).toContain(number);
    }
  });

  it.runIf(DEPTH)(
    'are sent to members who may record payments in the company, each in their own language; not once they are switched off',
    async () => {
      const { scope, user } = await owned('en');
      const join = async (role: Role, companies: string[]): Promise<string> => {
        const member = await service().newUser();
        await joinAs(user, member, role, companies);
        return member.email;
      };
      const unconfirmed = await newMember(service(), user, 'accountant', [scope.company]);
      await changeAccount(unconfirmed.userId, { emailConfirmed: false });
      const people = [
        user.email,
        await join('accountant', [scope.company]),
        await join('accountant', []),
        await join('employee', [scope.company]),
        unconfirmed.email,
      ];
      await turnTo(addDays(today(), 1), '10:00');
      const dueDate = addDays(today(), 3);
      await inForce(service(), scope, { dueDate });
      await turnTo(dueDate, '09:00');
      const counts = async (): Promise<number[]> => Promise.all(people.map(async email => (await notices(email)).length));
      expect(await counts()).toEqual([1, 1, 0, 0, 0]);
      expect((await notices(user.email))[0]?.subject).toContain('Invoices to be collected');
      await change(scope, { internalNotices: false });
      await turnTo(addDays(dueDate, 1), '09:00');
      expect(await counts()).toEqual([1, 1, 0, 0, 0]);
      await change(scope, { internalNotices: true });
      const next = addDays(today(), 2);
      await inForce(service(), scope, { dueDate: next });
      await turnTo(next, '09:00');
      expect(await counts()).toEqual([2, 2, 0, 0, 0]);
    },
  );
});
