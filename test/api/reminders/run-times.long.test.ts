import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call } from '../../support/invoices.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

const service = useOwnService();
const { newTrader } = useTrader({ service, lasting: true });
const { enable, change, turnTo, offsets, reminders } = reminderCalls(service);

beforeAll(() => void service().runtime.clock.freeze(true));

/** A company whose client has an invoice that is due in so many days. */
async function owing(dueIn: number): Promise<{ own: Trader; id: string; dueDate: string }> {
  const own = await newTrader();
  const dueDate = addDays(today(), dueIn);
  return { own, id: (await own.inForce({ dueDate })).id, dueDate };
}

describe('the times of reminders', () => {
  it('are the company’s, which change with the settings; none are sent once they are off', async () => {
    const { own, id, dueDate } = await owing(1);
    await enable(own.scope, { offsets: [0, 1, 2, 3], sendTime: '18:30' });
    await turnTo(dueDate, '18:29');
    expect(await offsets(own.scope, id)).toEqual([]);
    await turnTo(dueDate, '18:30');
    expect(await offsets(own.scope, id)).toEqual([0]);
    await change(own.scope, { sendTime: '06:15' });
    await turnTo(addDays(dueDate, 1), '06:14');
    expect(await offsets(own.scope, id)).toEqual([0]);
    await turnTo(addDays(dueDate, 1), '06:15');
    expect(await offsets(own.scope, id)).toEqual([0, 1]);
    await change(own.scope, { enabled: false });
    await turnTo(addDays(dueDate, 2), '12:00');
    expect(await offsets(own.scope, id)).toEqual([0, 1]);
    // Switched on after the time of the day: that day's run follows at once.
    await change(own.scope, { enabled: true });
    await turnTo(addDays(dueDate, 2), '12:05');
    expect(await offsets(own.scope, id)).toEqual([0, 1, 2]);
    expect((await reminders(own.scope, id)).map(({ sentAt }) => sentAt)).toHaveLength(3);
  });

  it('missed days: the latest offset is sent within two days, and no other', async () => {
    const { own, id, dueDate } = await owing(2);
    await enable(own.scope, { offsets: [0, 1, 10, 20] });
    // No run on the day that it was due, nor on the next.
    await turnTo(addDays(dueDate, 2), '09:00');
    expect(await offsets(own.scope, id)).toEqual([1]);
    await turnTo(addDays(dueDate, 3), '09:00');
    expect(await offsets(own.scope, id)).toEqual([1]);
    await turnTo(addDays(dueDate, 13), '09:00');
    expect(await offsets(own.scope, id)).toEqual([1]);
    await turnTo(addDays(dueDate, 22), '23:00');
    expect(await offsets(own.scope, id)).toEqual([1, 20]);
  });

  it('not for a deleted company; again once it is restored', async () => {
    const { own, id, dueDate } = await owing(1);
    await enable(own.scope, { offsets: [0, 3] });
    expect((await call(service(), own.scope, 'DELETE', `/companies/${own.scope.company}`)).status).toBe(204);
    await turnTo(dueDate, '09:00');
    expect((await call(service(), own.scope, 'POST', `/companies/${own.scope.company}/restore`)).status).toBe(200);
    expect(await offsets(own.scope, id)).toEqual([]);
    await turnTo(addDays(dueDate, 3), '09:00');
    expect(await offsets(own.scope, id)).toEqual([3]);
  });

  it('are the same time of day before and after both changes of summer time', async () => {
    const year = Number(today().slice(0, 4)) + 1;
    const lastSunday = (month: number): string => {
      const end = new Date(Date.UTC(year, month, 0));
      return addDays(end.toISOString().slice(0, 10), -end.getUTCDay());
    };
    for (const changed of [lastSunday(3), lastSunday(10)]) {
      await turnTo(addDays(changed, -3), '09:00');
      const { own, id } = await owing(1);
      await enable(own.scope, { offsets: [1, 2, 3], sendTime: '03:30' });
      for (const days of [-1, 0, 1]) await turnTo(addDays(changed, days), '03:30');
      const sent = (await reminders(own.scope, id)).map(({ sentAt }) => sentAt);
      const spring = changed.slice(5, 7) === '03';
      expect(sent).toEqual([
        `${addDays(changed, -1)}T0${spring ? 1 : 0}:30:00Z`,
        // Skipped in spring: an hour later by the clock; twice in autumn: the first time.
        `${changed}T0${spring ? 1 : 0}:30:00Z`,
        `${addDays(changed, 1)}T0${spring ? 0 : 1}:30:00Z`,
      ]);
      await change(own.scope, { enabled: false });
    }
  });
});

describe('many invoices', () => {
  it('are reminded of at 50 a minute, all of them', async () => {
    const own = await newTrader();
    const dueDate = addDays(today(), 1);
    const ids: string[] = [];
    for (let made = 0; made < 52; made += 13)
      ids.push(...(await Promise.all(Array.from({ length: 13 }, () => own.inForce({ dueDate })))).map(({ id }) => id));
    await enable(own.scope, { offsets: [0] });
    await turnTo(dueDate, '09:00');
    const counts = async (): Promise<number> => (await Promise.all(ids.map(id => offsets(own.scope, id)))).flat().length;
    expect(await counts()).toBe(50);
    await service().advance('PT1M');
    expect(await counts()).toBe(52);
    // Mails of users for this hour are still possible.
    const body = { to: 'client@client.example', attachPdf: false };
    expect((await own.act(ids[0] ?? '', 'email', body)).status).toBe(200);
  });
});
