import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useWebhooks } from '../../support/webhooks/company.ts';
import type { Receiver } from '../../support/webhooks/receiver.ts';
import { EMITTED, emit, nameOf } from '../../support/webhooks/emit.ts';

// Requests are counted: doubled messages reach receivers twice, which webhooks permit.
const service = useOwnService({ deliversTwice: false });
const { request, receiver, subscribe, hook } = useWebhooks(service);

/** More than two runs of the worker, which queues 25 messages in each. */
const EVENTS = 60;
const names = (prefix: string, many: number): string[] => Array.from({ length: many }, (_, place) => `${prefix}-${place}`);

/** Waits for this many requests: attempts that find no free slot of the receiver wait up to five minutes for their next attempt. */
async function arrive({ requests }: Receiver, many: number): Promise<void> {
  await service().idle();
  for (let pass = 0; pass < 20 && requests.length < many; pass++) await service().advance('PT6M');
  expect(requests).toHaveLength(many);
}

describe('A replay of many events (WHK-48)', () => {
  it('sends each of them again once, and none from before or after the period', async () => {
    const { own, to, uuid } = await hook([EMITTED]);
    const clock = (): string => service().runtime.clock.state().now;
    await emit(own.company, names('before', 3));
    await service().advance('PT1M');
    const from = clock();
    await emit(own.company, names('event', EVENTS));
    const until = clock();
    await service().advance('PT1M');
    await emit(own.company, names('after', 3));
    await arrive(to, EVENTS + 6);
    const [first, elsewhere] = [[...to.requests], await receiver()];
    // A webhook that was added since gets only the events that it subscribes to.
    await subscribe(own, elsewhere, [EMITTED]);

    expect((await request(own, 'POST', `/${uuid}/replay`, { from, to: until })).status).toBe(202);
    await arrive(to, 2 * EVENTS + 6);
    // No more requests come later.
    await service().advance('PT1H');
    const again = to.requests.slice(first.length);
    const of = (requests: typeof first): string[] =>
      requests
        .filter(({ body }) => nameOf(body).startsWith('event'))
        .map(({ body }) => body.id)
        .sort();
    expect(again).toHaveLength(EVENTS);
    expect(of(again)).toEqual(of(first));
    expect(elsewhere.requests).toEqual([]);
  });
});
