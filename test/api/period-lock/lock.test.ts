import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { PeriodLock, Refusal } from '../../support/contract.ts';
import { joinAs } from '../../support/members.ts';
import { useTrader } from '../../support/trader.ts';

/** The closed period of a company and its changes (COM-78 to COM-80). */

const { newTrader, service } = useTrader();
type Answer = PeriodLock & Refusal;
const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
/** The ends of the last two months. */
const last = addDays(firstOf(today()), -1);
const before = addDays(firstOf(last), -1);
const why = 'An invoice of the month was forgotten';

async function company() {
  const { request, scope } = await newTrader();
  const path = `/companies/${scope.company}/period-lock`;
  return {
    ...{ request, scope, path },
    get: () => request<Answer>('GET', path),
    set: (body: object) => request<Answer>('PUT', path, body),
  };
}

describe('the period lock', () => {
  it('is off at first, moves forward without a reason and back with one, and keeps who changed it', async () => {
    const { get, set, request, scope } = await company();
    expect((await get()).body).toEqual({ closedUntil: null, firstOpenDay: null, changes: [] });
    expect((await set({ closedUntil: before })).body).toMatchObject({ closedUntil: before, firstOpenDay: addDays(before, 1) });
    expect((await set({ closedUntil: last })).status).toBe(200);
    // The same day again is no change.
    expect((await set({ closedUntil: last })).body.changes).toHaveLength(2);
    for (const closedUntil of [before, null]) {
      const { status, body } = await set({ closedUntil });
      expect([status, body.error.details]).toEqual([
        422,
        { reason: [`is required to open days: the books are closed until ${last}`] },
      ]);
    }
    expect((await set({ closedUntil: before, reason: why })).status).toBe(200);
    const { body } = await set({ closedUntil: null, reason: why });
    expect(body.changes.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      [before, null, why],
      [last, before, why],
      [before, last, null],
      [null, before, null],
    ]);
    expect(body.changes[0]).toMatchObject({
      by: { name: expect.any(String) as string },
      at: expect.stringMatching(/Z$/) as string,
    });
    expect((await get()).body).toEqual(body);
    expect((await request<{ closedUntil: unknown }>('GET', `/companies/${scope.company}`)).body.closedUntil).toBeNull();
  });

  it('stands in the company, and a change of the company keeps it', async () => {
    const { set, request, scope } = await company();
    await set({ closedUntil: last });
    const changed = await request<{ closedUntil: string }>('PATCH', `/companies/${scope.company}`, {
      city: 'Cluj',
      closedUntil: before,
    });
    expect([changed.status, changed.body.closedUntil]).toEqual([200, last]);
  });

  it.each([
    ['today, which has not ended', { closedUntil: today() }, 'closedUntil'],
    ['a day to come', { closedUntil: '2099-01-31' }, 'closedUntil'],
    ['no day', {}, 'closedUntil'],
    ['something else', { closedUntil: 'yesterday' }, 'closedUntil'],
    ['a short reason', { closedUntil: last, reason: 'no' }, 'reason'],
  ])('refuses %s', async (_, body, field) => {
    const { set } = await company();
    const { status, body: answer } = await set(body);
    expect([status, Object.keys(answer.error.details ?? {})]).toEqual([422, [field]]);
  });

  it('keeps the last 50 changes', async () => {
    const { set } = await company();
    for (let day = 60; day > 8; day--) await set({ closedUntil: addDays(last, -day) });
    const { body } = await set({ closedUntil: last });
    expect([body.changes.length, body.changes[0]?.to, body.changes[49]?.to]).toEqual([50, last, addDays(last, -57)]);
  });

  it('of two changes at the same time has both', async () => {
    const { get, set } = await company();
    const answers = await Promise.all([set({ closedUntil: last, reason: why }), set({ closedUntil: before, reason: why })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await get();
    expect(body.changes).toHaveLength(2);
    expect(body.changes[0]).toMatchObject({ from: body.changes[1]?.to, to: body.closedUntil });
  });

  it('is set by accountants, read by employees', async () => {
    const owner = await service().newUser();
    const scope = await service().newCompany(owner);
    const path = `/companies/${scope.company}/period-lock`;
    for (const [role, status] of [
      ['accountant', 200],
      ['employee', 403],
    ] as const) {
      const member = await service().newUser();
      await joinAs(owner, member, role, [scope.company]);
      const sent = (method: string, body?: object) => service().api(method, `/api/v1${path}`, { token: member.token, body });
      expect((await sent('PUT', { closedUntil: before })).status).toBe(status);
      expect((await sent('GET')).status).toBe(200);
    }
  });

  it('answers 404 for an unknown company', async () => {
    const { request } = await company();
    const path = '/companies/01995e62-6a4f-79ec-a55a-fd7a76a83694/period-lock';
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('PUT', path, { closedUntil: null })).status).toBe(404);
  });
});
