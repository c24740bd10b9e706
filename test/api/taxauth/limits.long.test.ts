import { describe, expect, it } from 'vitest';
import { call, detailOf } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { deliver, newReceiver, type Receiver, supplierInvoice } from '../../support/taxauth/received.ts';
import { useLimits } from './limits-calls.ts';

/** The effect of the limit of all calls on callers and background work, with few calls a minute. */

const service = useOwnService();
const { scope, limitTo, submitted } = useLimits(service);

describe('a submission in progress', () => {
  it.each(['before', 'after', 'lostAnswer'] as const)(
    'ends when the process dies %s the count of a call, which costs at most one token',
    async when => {
      for (const which of [1, 2, 3]) {
        const id = await submitted();
        const operation = 'dynamodb.UpdateItem';
        service().runtime.faults.crash({ call: which, when, name: 'tasks-check-submission', operation });
        await service().advance('PT2H');
        expect(service().runtime.faults.crashed()).toBe(true);
        expect((await detailOf(service(), scope, id)).status, `${when} ${which}`).toBe('validated');
      }
    },
    120_000,
  );
});

describe('companies of unequal size that synchronize at once', () => {
  it('wait no longer than their fair share takes', async () => {
    const big = await newReceiver(service());
    const small = await Promise.all(Array.from({ length: 4 }, () => newReceiver(service())));
    const fill = async (receiver: Receiver, documents: number): Promise<void> => {
      for (let number = 0; number < documents; number++)
        await deliver(service(), receiver, supplierInvoice({ buyer: receiver.cif, number: `F-${number}` }));
    };
    await Promise.all([fill(big, 80), ...small.map(receiver => fill(receiver, 3))]);
    await service().advance('PT3M');
    limitTo(50);
    const now = () => service().runtime.clock.now();
    const waited = new Map<string, number>();
    const begin = async (receiver: Receiver): Promise<[Receiver, number]> => {
      expect((await call(service(), receiver, 'POST', '/sync/trigger', {})).status).toBe(202);
      return [receiver, now()];
    };
    const begun = [await begin(big)];
    await service().idle();
    begun.push(...(await Promise.all(small.map(begin))));
    for (let step = 0; step < 60 && waited.size < begun.length; step++) {
      await service().idle();
      for (const [receiver, from] of begun) {
        const { body } = await call<{ lastSync: string | null }>(service(), receiver, 'GET', '/sync/status');
        if (body.lastSync !== null && !waited.has(receiver.cif)) waited.set(receiver.cif, (now() - from) / 1000);
      }
      await service().advance('PT10S');
    }
    const of = (receiver: Receiver): number => Math.round(waited.get(receiver.cif) ?? Infinity);
    console.log(`50 calls a minute: 80 documents took ${of(big)} s, 3 documents ${small.map(of).join(', ')} s`);
    // A window and the spread of those that wait, and the steps of this test.
    for (const receiver of small) expect(of(receiver)).toBeLessThanOrEqual(73 + 15 + 20);
    expect(of(big)).toBeGreaterThan(73);
    expect(of(big)).toBeLessThan(10 * 60);
  });
});
