import { describe, expect, it, vi } from 'vitest';
import { ALL } from '../support/effort.ts';
import { comesOnce, PLENTY, useBursts } from '../support/faults/mail-bursts.ts';
import { useOwnService } from '../support/service.ts';

const limits = { ...PLENTY };
const service = useOwnService({ machines: [], mailLimits: limits });
const { burst, recordsOf, queue, user } = useBursts(service, limits);

describe('a mail above the limits of the mail service', () => {
  it('is sent later, once, and uses up neither an attempt nor a receive of the queue', async () => {
    const size = ALL ? 300 : 120;
    const most = Math.floor(size / 2);
    // The mail to the new user may not have been sent yet.
    await service().idle();
    limits.perDay = (await service().mailbox()).length + most;
    // The rate is used up by others at first.
    limits.perSecond = 0;
    const { invoiceId, addresses } = await burst(size);
    await service().idle();
    const sent = async (): Promise<number> => (await recordsOf(invoiceId)).filter(({ state }) => state === 'sent').length;
    expect(await sent()).toBe(0);
    limits.perSecond = PLENTY.perSecond;
    for (let pass = 0; pass < 30 && (await sent()) < most; pass++) await service().advance('PT6M');
    expect(await sent()).toBe(most);
    // Then the quota.
    await service().advance('PT16M');
    expect(await sent()).toBe(most);
    limits.perDay = PLENTY.perDay;
    for (let pass = 0; pass < 30 && (await sent()) < size; pass++) await service().advance('PT16M');
    const records = await recordsOf(invoiceId);
    expect(new Set(records.map(({ deliveryStatus }) => deliveryStatus))).toEqual(new Set(['delivered']));
    expect(new Set(records.map(({ tries }) => tries))).toEqual(new Set([0]));
    expect(Math.max(...records.map(({ postponement }) => postponement?.times ?? 0))).toBeGreaterThan(1);
    const mailbox = (await service().mailbox()).flatMap(({ to }) => to).filter(to => addresses.includes(to));
    expect(mailbox.toSorted()).toEqual(addresses.toSorted());
    // Messages that the sweep dispatched again return once their visibility timeout has passed, and find nothing to do.
    await service().advance('PT7M');
    expect(queue('document-email')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
    expect(queue('dead-letters')).toMatchObject({ visible: 0 });
  });

  it('has failed after 24 hours, with the reason', async () => {
    limits.perDay = 0;
    const { invoiceId } = await burst(1);
    await service().idle();
    await service().advance('PT23H');
    expect((await recordsOf(invoiceId))[0]).toMatchObject({ state: 'pending', deliveryStatus: 'queued', tries: 0 });
    await service().advance('PT2H');
    expect((await recordsOf(invoiceId))[0]).toMatchObject({
      state: 'failed',
      deliveryStatus: 'failed',
      bounceReason: 'The mail service had no room for the mail for 24 hours',
    });
    // The notice to its sender waits for capacity too.
    limits.perDay = PLENTY.perDay;
    await service().advance('PT16M');
    if (comesOnce) expect(queue('email')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('waits also if it is about an account, and is sent once', async () => {
    const person = await service().newUser();
    limits.perDay = 0;
    const reset = async () =>
      (await service().mailbox(person.email)).filter(({ subject }) => /parol|password/i.test(subject)).length;
    await service().api('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    await service().idle();
    expect(await reset()).toBe(0);
    if (comesOnce) expect(queue('email')).toMatchObject({ inFlight: 0 });
    limits.perDay = PLENTY.perDay;
    await service().advance('PT16M');
    expect(await reset()).toBe(1);
    if (comesOnce) expect(queue('email')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
  });
});

describe('a burst of mails with documents', () => {
  it('delays no password reset, which has a queue of its own and its share of the rate', async () => {
    const size = ALL ? 1_000 : 400;
    const { invoiceId } = await burst(size);
    await service().api('POST', '/api/auth/forgot-password', { body: { email: user().email } });
    await vi.waitFor(
      async () =>
        expect((await service().mailbox(user().email)).some(({ subject }) => /parol|password/i.test(subject))).toBe(true),
      { timeout: 50_000, interval: 50 },
    );
    const waiting = (await recordsOf(invoiceId)).filter(({ state }) => state !== 'sent').length;
    console.log(`password reset sent while ${waiting} of ${size} mails with documents waited`);
    // Delivered twice, half of the mails that take capacity are second ones.
    expect(waiting).toBeGreaterThan(comesOnce ? size / 3 : 0);
    // The rest is sent faster: how long it takes at 14 a second does not matter.
    limits.perSecond = 500;
    for (let pass = 0; pass < 60 && (await recordsOf(invoiceId)).some(({ state }) => state !== 'sent'); pass++)
      await service().advance('PT6M');
    expect((await recordsOf(invoiceId)).every(({ state, tries }) => state === 'sent' && tries === 0)).toBe(true);
  }, 900_000);
});
