import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, lastingTrader, trader } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { places } from '../../support/effort.ts';
import { idempotencyHeaderCalls, body, replayed } from './idempotency-header-calls.ts';

const service = useOwnService();

const { totalOf, send } = idempotencyHeaderCalls(service);

describe('Header Idempotency-Key (REQ-72 to REQ-76)', () => {
  it('returns the first response again, with Idempotent-Replayed, for 24 hours', async () => {
    const scope = await lastingTrader(service());
    const first = await send(scope, 'h1', body(scope));
    await call(service(), scope, 'POST', `/invoices/${first.body.invoice.id}/issue`);
    const second = await send(scope, 'h1', body(scope));
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([201, null, 201, 'true']);
    expect(second.body).toEqual(first.body);
    await service().advance('PT25H');
    // The invoice of the day before is no draft any more, so nothing matches.
    const third = await send(scope, 'h1', body(scope));
    expect([replayed(third), third.body.invoice.id === first.body.invoice.id]).toEqual([null, false]);
  });

  it('creates two invoices of one body under two keys: no draft is looked up', async () => {
    const scope = await trader(service());
    const [one, two] = [await send(scope, 'h1', body(scope)), await send(scope, 'h2', body(scope))];
    expect(one.body.invoice.id).not.toBe(two.body.invoice.id);
  });

  it('50 equal simultaneous requests create one invoice: every other response is the same one, or 409', async () => {
    const scope = await trader(service());
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(scope, 'h1', body(scope))));
    const created = answers.filter(answer => answer.status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(answer => answer.body.invoice.id)).size).toBe(1);
    expect(answers.filter(answer => answer.status !== 201 && answer.status !== 409)).toEqual([]);
    expect(await totalOf(scope)).toBe(1);
  });

  it('survives the death of the function at every call: repeated after its lease, exactly one invoice exists', async () => {
    const scope = await trader(service());
    await send(scope, 'probe', body(scope));
    const calls = service().runtime.meter.last(1)[0]?.calls.length ?? 0;
    expect(calls).toBeGreaterThan(5);
    let expected = 1;
    for (const at of places(calls, 3)) {
      for (const when of ['before', 'after'] as const) {
        const key = `died ${when} call ${at}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-create' });
        const died = await send(scope, key, body(scope));
        expect([died.status, service().runtime.faults.crashed()], key).toEqual([500, true]);
        await service().advance('PT1M');
        const repeated = await send(scope, key, body(scope));
        expect(repeated.status, key).toBe(201);
        expected += 1;
        expect(await totalOf(scope), key).toBe(expected);
        const again = await send(scope, key, body(scope));
        expect([again.status, again.body, replayed(again)], key).toEqual([201, repeated.body, 'true']);
      }
    }
  });

  it('stores a response of any size', async () => {
    const scope = await trader(service());
    // Text that does not compress: the response is larger than an item of the table may be.
    const lines = Array.from({ length: 500 }, () => ({
      description: randomBytes(1350).toString('base64'),
      ...{ quantity: 1, unitPrice: 1, vatRate: 21 },
    }));
    const first = await send(scope, 'large', body(scope, { lines }));
    expect(first.status).toBe(201);
    const second = await send(scope, 'large', body(scope, { lines }));
    expect([second.status, replayed(second)]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
  });
});
