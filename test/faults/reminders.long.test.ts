import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays, dottedDate } from '#shared/base/kernel/dates.ts';
import { addWorkingDays } from '#shared/model/calendar/working-days.ts';
import { newEmail } from '../support/accounts.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { useOwnService } from '../support/service.ts';
import { type Trader, useTrader } from '../support/trader.ts';

const service = useOwnService();
const { newTrader } = useTrader({ service, lasting: true });
const { enable, change, run, turnTo, reminders } = reminderCalls(service);

/** Long enough for queues to redeliver interrupted messages. */
const REDELIVERY = 'PT1H';

beforeAll(() => turnTo(addDays(today(), 1), '10:00'));

interface Due {
  id: string;
  email: string;
}

/** An invoice that is due today, to a client with an address of its own. */
async function dueToday(own: Trader): Promise<Due> {
  const email = newEmail();
  const client = await service().newClient(own.scope, { cui: null, vatCode: null, name: email, email });
  return { id: (await own.inForce({ clientId: client.id })).id, email };
}

/** Each invoice of the interrupted runs was reminded of once: in the record, the timeline and the mailbox. */
async function expectOnce(own: Trader, invoices: readonly Due[]): Promise<void> {
  for (const { id, email } of invoices) {
    expect(await reminders(own.scope, id), email).toMatchObject([{ metadata: { offsetDays: 0 }, deliveryStatus: 'delivered' }]);
    const { events } = await own.detailOf(id);
    expect(events.filter(({ type }) => type === 'email_sent')).toHaveLength(1);
    expect(await service().mailbox(email), email).toHaveLength(1);
  }
}

describe('reminders that are interrupted at any call', () => {
  it.each(['schedules-reminders', 'workers-run-reminders'])(
    '%s: one mail for each invoice, none lost and none twice',
    async name => {
      const reminded: [Trader, Due][] = [];
      const calls = await interruptEveryCall(service(), {
        name,
        run: async () => {
          // A company for each run: in one company, every run would have to check all earlier invoices.
          const own = await newTrader();
          reminded.push([own, await dueToday(own)]);
          // Switched on after its time, the company's run is due at once.
          await enable(own.scope, { offsets: [0], internalNotices: false });
          await run(2);
        },
        check: async () => {
          await service().advance(REDELIVERY);
          await run();
          for (const [own, invoice] of reminded) await expectOnce(own, [invoice]);
        },
      });
      expect(calls).toBeGreaterThan(name.startsWith('schedules') ? 4 : 8);
      for (const [own] of reminded) await change(own.scope, { enabled: false });
    },
    300_000,
  );

  it('two runs at once remind of an invoice once', async () => {
    const own = await newTrader();
    const invoices = await Promise.all(Array.from({ length: 6 }, () => dueToday(own)));
    await enable(own.scope, { offsets: [0], internalNotices: false });
    // A trigger that fires several times queues the run several times.
    await Promise.all(Array.from({ length: 4 }, () => service().api('POST', '/_local/schedules/reminders/run')));
    await service().advance(REDELIVERY);
    await expectOnce(own, invoices);
    await change(own.scope, { enabled: false });
  });
});

describe('notices that are interrupted at any call', () => {
  it('are sent to a member once a day', async () => {
    const own = await newTrader();
    const days: string[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'workers-run-reminders',
      run: async () => {
        const day = addDays(today(), 1);
        days.push(day);
        await own.inForce({ dueDate: day });
        await turnTo(day, '09:00');
        await turnTo(day, '10:30');
      },
      check: () => service().advance(REDELIVERY),
    });
    expect(calls).toBeGreaterThan(5);
    const mails = (await service().mailbox()).filter(({ subject }) => subject.startsWith('Facturi de încasat'));
    for (const day of days) {
      const [year, month, date] = day.split('-');
      const told = mails.filter(({ text }) => text?.includes(`Scadente astăzi, ${date}.${month}.${year}`));
      expect(told, day).toHaveLength(1);
    }
  });

  it('name a document that has to be sent to the authority once, as do two runs at once', async () => {
    const own = await newTrader({ connected: true, lasting: true });
    const due: { number: string; deadline: string }[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'workers-run-reminders',
      run: async () => {
        const day = addWorkingDays(today(), 1);
        const { number } = await own.inForce({ issueDate: addWorkingDays(day, -3) });
        due.push({ number, deadline: addWorkingDays(day, 2) });
        await turnTo(day, '09:00');
        await Promise.all([run(), run()]);
        await turnTo(day, '10:30');
      },
      check: () => service().advance(REDELIVERY),
    });
    expect(calls).toBeGreaterThan(5);
    const mails = (await service().mailbox()).filter(({ subject }) => subject.startsWith('e-Factura'));
    for (const { number, deadline } of due) {
      const told = mails.filter(({ text }) => text?.includes(`${number}.`));
      expect(told, number).toHaveLength(1);
      expect(told[0]?.text).toContain(`Până la ${dottedDate(deadline)} inclusiv`);
    }
  });
});
