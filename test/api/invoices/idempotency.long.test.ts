import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, lastingTrader, post, trader } from '../../support/invoices.ts';
import { places } from '../../support/effort.ts';
import { useOwnService } from '../../support/service.ts';
import { body, idempotencyCalls, replayed } from './idempotency-calls.ts';

const service = useOwnService();

const { totalOf, made, send } = idempotencyCalls(service);
const priced = (unitPrice: number) => ({ lines: [{ description: 'Masă', quantity: 1, unitPrice, vatRate: 21 }] });

describe('Body field idempotencyKey (INV-22)', () => {
  it('the same key again returns 201 with the first invoice: same id, same createdAt, nothing stored', async () => {
    const scope = await lastingTrader(service());
    const key = { idempotencyKey: 'order-1' };
    const first = await made(scope, key);
    await service().advance('PT2H');
    const second = await made(scope, { ...key, ...priced(999), notes: 'another body' });
    expect(second).toEqual(first);
    expect(await totalOf(scope)).toBe(1);
  });

  it('100 simultaneous creates with one key make one invoice, and get 100 equal responses', async () => {
    const scope = await trader(service());
    const sent = body(scope, { idempotencyKey: randomUUID(), collect: { value: 21 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(service(), scope, sent)));
    expect(answers.map(answer => answer.status)).toEqual(Array(100).fill(201));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await totalOf(scope)).toBe(1);
    const { body: detail } = await call(service(), scope, 'GET', `/invoices/${answers[0]?.body.invoice.id}`);
    expect(detail.payments).toHaveLength(1);
  });

  it('the same with conflicts, throttles and lost responses of the database', async () => {
    const scope = await trader(service());
    for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
      service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.3, seed: 3 });
    }
    const sent = body(scope, { idempotencyKey: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(service(), scope, sent)));
    service().runtime.faults.clear();
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.invoice?.id}`)).size).toBe(1);
    expect(await totalOf(scope)).toBe(1);
  });

  it('returns the invoice as it is now: issued, changed, or with its client deleted', async () => {
    const scope = await trader(service());
    const key = { idempotencyKey: 'once' };
    const { id } = await made(scope, key);
    const { body: issued } = await call(service(), scope, 'POST', `/invoices/${id}/issue`);
    await call(service(), scope, 'DELETE', `/clients/${scope.clientId}`);
    expect(await made(scope, key)).toMatchObject({ id, status: 'issued', number: issued.number });
  });

  it('may have 255 characters of any kind; two that differ in the last are two keys', async () => {
    const scope = await trader(service());
    const stem = 'ș#/\u{1f511}'.padEnd(254, 'x');
    const [one, two] = [await made(scope, { idempotencyKey: `${stem}1` }), await made(scope, { idempotencyKey: `${stem}2` })];
    expect([one.idempotencyKey, one.id === two.id]).toEqual([`${stem}1`, false]);
    expect((await made(scope, { idempotencyKey: `${stem}1` })).id).toBe(one.id);
  });
});

describe('Without a key a recent draft of the same client, currency and total is returned (INV-23 to INV-25)', () => {
  it('for 60 minutes from its creation, whatever else the body says', async () => {
    const scope = await lastingTrader(service());
    const first = await made(scope);
    await service().advance('PT59M');
    expect(
      await made(scope, { notes: 'other', lines: [{ description: 'Alta', quantity: 2, unitPrice: 50, vatRate: 21 }] }),
    ).toEqual(first);
    await service().advance('PT2M');
    const later = await made(scope);
    expect(later.id).not.toBe(first.id);
    expect((await made(scope)).id).toBe(later.id);
    expect(await totalOf(scope)).toBe(2);
  });

  it('another client, currency, total, company or receiver makes another draft', async () => {
    const scope = await trader(service());
    const { id: otherClient } = await service().newClient(scope, { name: 'Alt client SRL', cui: 'RO14399840' });
    const receiver = (receiverName: string, receiverCif?: string) => ({ clientId: null, receiverName, receiverCif });
    const bodies = [
      {},
      { clientId: otherClient },
      { currency: 'EUR', exchangeRate: 5 },
      priced(100.01),
      receiver('Ion Pop'),
      receiver('Ioana Pop'),
      receiver('Ion Pop', 'RO18547290'),
    ];
    const ids = [];
    for (const overrides of bodies) ids.push((await made(scope, overrides)).id);
    expect(new Set(ids).size).toBe(bodies.length);
    const again = [];
    for (const overrides of bodies) again.push((await made(scope, overrides)).id);
    expect(again).toEqual(ids);
    const other = await trader(service());
    expect(ids).not.toContain((await made(other)).id);
  });

  it('never one that is issued or cancelled', async () => {
    const scope = await trader(service());
    const first = await made(scope);
    await call(service(), scope, 'POST', `/invoices/${first.id}/issue`);
    const second = await made(scope);
    expect(second.id).not.toBe(first.id);
    await call(service(), scope, 'POST', `/invoices/${second.id}/cancel`, { reason: 'Not needed any more' });
    const third = await made(scope);
    expect([first.id, second.id]).not.toContain(third.id);
    await call(service(), scope, 'DELETE', `/invoices/${third.id}`);
    expect([first.id, second.id, third.id]).not.toContain((await made(scope)).id);
  });

  it('by the current content of the draft, when it was changed', async () => {
    const scope = await trader(service());
    const { id } = await made(scope);
    await call(service(), scope, 'PUT', `/invoices/${id}`, priced(200));
    expect((await made(scope, priced(200))).id).toBe(id);
    expect((await made(scope)).id).not.toBe(id);
  });

  it('also one that was created with a key; with a key none is looked up', async () => {
    const scope = await trader(service());
    const keyed = await made(scope, { idempotencyKey: 'k' });
    expect((await made(scope)).id).toBe(keyed.id);
    expect((await made(scope, { idempotencyKey: 'l' })).id).not.toBe(keyed.id);
  });

  it('100 equal simultaneous posts create one draft', async () => {
    const scope = await trader(service());
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(service(), scope, body(scope))));
    expect(answers.map(answer => answer.status)).toEqual(Array(100).fill(201));
    expect(new Set(answers.map(answer => answer.body.invoice.id)).size).toBe(1);
    expect(await totalOf(scope)).toBe(1);
  });

  it('20 equal simultaneous posts after the hour create one new draft', async () => {
    const scope = await lastingTrader(service());
    const { id } = await made(scope);
    await service().advance('PT61M');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(service(), scope, body(scope))));
    const ids = new Set(answers.map(answer => answer.body.invoice.id));
    expect([ids.size, ids.has(id)]).toEqual([1, false]);
    expect(await totalOf(scope)).toBe(2);
  });
});

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
