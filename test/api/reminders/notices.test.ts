import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { MailboxMessage } from '../../../infra/local/engines/ses/index.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { inForce } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { type Scope, type User, useOwnService } from '../../support/service.ts';

const service = useOwnService();
const { turnTo, run } = reminderCalls(service);

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
});
