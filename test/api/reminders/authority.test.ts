import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call } from '../../support/invoices.ts';
import { joinAs, keyWith } from '../../support/members.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { type Scope, type User, useOwnService } from '../../support/service.ts';

// Log lines are counted: a run that is delivered twice writes its line twice.
const service = useOwnService({ deliversTwice: false });
const { turnTo, run } = reminderCalls(service);

beforeAll(() => void service().runtime.clock.freeze(true));

let made = 0;
/** A company that fetches its documents automatically, connected for so many days. */
async function connected(expiresInDays: number): Promise<{ scope: Scope; user: User }> {
  const user = await service().newUser();
  await service().api('PATCH', '/api/v1/me', { token: user.token, body: { locale: 'de' } });
  const cif = String(60_000_000 + ++made);
  const { company } = await service().newCompany(user, { cif, vatCode: `RO${cif}` });
  const { token } = await expecting<{ token: string }>(
    201,
    'A token',
    service().api('POST', '/_local/taxauth/tokens', { body: { cif, expiresInDays } }),
  );
  const saved = { token, companyId: company, expiresInDays };
  await expecting(201, 'Saving', service().api('POST', '/api/v1/taxauth/tokens', { token: user.token, company, body: saved }));
  const scope = { token: await keyWith(service(), user, PERMISSIONS), company };
  expect((await call(service(), scope, 'POST', `/companies/${company}/toggle-sync`)).status).toBe(200);
  return { scope, user };
}

const warnings = async ({ email }: { email: string }): Promise<{ subject: string; text: string | null }[]> =>
  (await service().mailbox(email)).filter(({ subject }) => /E-Rechnungen|E-invoices|e-Factura/.test(subject)).toReversed();

describe('Warnings about the connection to the tax authority', () => {
  it('are sent to members who may use it, one mail a day, before it ends', async () => {
    const { scope, user } = await connected(16);
    const [accountant, employee] = [await service().newUser(), await service().newUser()];
    await joinAs(user, accountant, 'accountant', [scope.company]);
    await joinAs(user, employee, 'employee', []);
    const end = addDays(today(), 16);
    for (const [left, count] of [
      [15, 0],
      [14, 1],
      [13, 1],
      [7, 2],
      [1, 3],
      [0, 4],
    ] as const) {
      await turnTo(addDays(end, -left), '09:00');
      await run(2);
      expect(await warnings(user), `${left} days before`).toHaveLength(count);
    }
    const [first] = await warnings(user);
    expect(first?.text).toContain('in 14 Tagen');
    expect(await warnings(accountant)).toHaveLength(4);
    expect(await warnings(employee)).toHaveLength(0);
  });
});
