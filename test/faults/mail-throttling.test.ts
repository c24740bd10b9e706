import { describe, expect, it } from 'vitest';
import { comesOnce, PLENTY, useBursts } from '../support/faults/mail-bursts.ts';
import { useOwnService } from '../support/service.ts';

const limits = { ...PLENTY };
const service = useOwnService({ machines: [], mailLimits: limits });
const { burst, recordsOf, queue } = useBursts(service, limits);

describe('a mail above the limits of the mail service', () => {
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
