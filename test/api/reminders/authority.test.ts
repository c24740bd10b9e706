import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { addDays, dottedDate } from '#shared/base/kernel/dates.ts';
import { addWorkingDays } from '#shared/model/calendar/working-days.ts';
import { become, call, detailOf, issued } from '../../support/invoices.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { joinAs, keyWith } from '../../support/members.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { type Scope, type User, useOwnService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

// Log lines are counted: a run that is delivered twice writes its line twice.
const service = useOwnService({ deliversTwice: false });
const { change, turnTo, run } = reminderCalls(service);

beforeAll(() => void service().runtime.clock.freeze(true));

/** The first Monday after a day. */
const nextMonday = (day: string): string => addDays(day, 7 - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

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

  it.runIf(DEPTH)('report documents that were not fetched for 30 days, and not once notices are switched off', async () => {
    const { scope, user } = await connected(200);
    await turnTo(addDays(today(), 1), '10:00');
    const { lastSync } = (await call<{ lastSync: string }>(service(), scope, 'GET', '/sync/status')).body;
    expect(lastSync).toEqual(expect.any(String));
    await service().api('PUT', '/_local/taxauth', { body: { mode: 'down' } });
    const since = lastSync.slice(0, 10);
    const lines: Record<string, unknown>[] = [];
    setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
    await turnTo(addDays(since, 30), '09:00');
    setLogSink(() => {});
    const [stale, ...others] = await warnings(user);
    expect(others).toEqual([]);
    expect(stale?.text).toContain('seit 30 Tagen');
    // Operators get the alarm `incidents`, which reads the log of the workers.
    const ofCompany = lines.filter(
      line => line['companyId'] === scope.company && String(line['function']).startsWith('workers-'),
    );
    expect(metricsOf('workers', ofCompany)['incidents']).toEqual([1]);
    await change(scope, { internalNotices: false });
    await turnTo(addDays(since, 37), '09:00');
    expect(await warnings(user)).toHaveLength(1);
    await service().api('PUT', '/_local/taxauth', { body: { mode: 'ok' } });
  });

  it('name the documents that have to be sent within two working days, once', async () => {
    const { scope, user } = await connected(300);
    const day = nextMonday(today());
    await turnTo(day, '10:00');
    const client = await service().newClient(scope);
    const [open, sent] = await Promise.all([1, 2].map(() => issued(service(), scope, { clientId: client.id })));
    await become(scope, sent!.id, { status: 'validated', taxauthStatus: 'validated' });
    const before = (await warnings(user)).length;
    const deadline = (await detailOf(service(), scope, open!.id)).taxauthDeadline ?? '';
    const noticed = addWorkingDays(deadline, -2);
    for (let at = addDays(day, 1); at <= addDays(deadline, 1); at = addDays(at, 1)) {
      await turnTo(at, '09:00');
      await run();
      expect(await warnings(user), at).toHaveLength(before + (at < noticed ? 0 : 1));
    }
    const { text } = (await warnings(user)).at(-1)!;
    expect(text).toContain(`Bis ${dottedDate(deadline)} müssen diese Dokumente`);
    expect([text?.includes(open!.number), text?.includes(sent!.number)]).toEqual([true, false]);
  });
});
