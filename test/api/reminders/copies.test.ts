import { expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { enable, turnTo } = reminderCalls(service);

it('a reminder is copied to the recipients that the company copies on all mails, but not to its own recipient', async () => {
  const { scope } = trader;
  const email = newEmail();
  const client = await service().newClient(scope, { cui: null, vatCode: null, name: email, email });
  const body = { emailCc: `${email}, arhiva@copies.example`, emailBcc: 'contabil@copies.example' };
  const changed = await service().api('PATCH', `/api/v1/companies/${scope.company}`, { token: scope.token, body });
  expect(changed.status).toBe(200);
  service().runtime.clock.freeze(true);
  await enable(scope, { offsets: [1] });
  await trader.inForce({ clientId: client.id, dueDate: addDays(today(), 1) });
  await turnTo(addDays(today(), 2), '09:00');
  expect(await service().mailbox(email)).toMatchObject([
    { to: [email], cc: ['arhiva@copies.example'], bcc: ['contabil@copies.example'] },
  ]);
});
