import { describe, expect, it } from 'vitest';
import { call, post, trader } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { body, idempotencyCalls, replayed } from './idempotency-calls.ts';

const service = useService();

const { totalOf, made, send } = idempotencyCalls(service);

describe('Body field idempotencyKey (INV-22)', () => {
  it('the same key again returns 201 with the first invoice, whatever else the body says; nothing is stored', async () => {
    const scope = await trader(service());
    const key = { idempotencyKey: 'order-1' };
    const first = await made(scope, key);
    expect(await made(scope, { ...key, notes: 'another body' })).toEqual(first);
    expect(await totalOf(scope)).toBe(1);
  });

  it('another key makes another invoice, whatever else is the same', async () => {
    const scope = await trader(service());
    const [one, two] = [await made(scope, { idempotencyKey: 'a' }), await made(scope, { idempotencyKey: 'b' })];
    expect(one.id).not.toBe(two.id);
    expect(await totalOf(scope)).toBe(2);
  });

  it('is separate for each company: the same key in another one creates an invoice', async () => {
    const [one, two] = [await trader(service()), await trader(service())];
    const key = { idempotencyKey: 'shared key' };
    const [first, second] = [await made(one, key), await made(two, key)];
    expect(first.id).not.toBe(second.id);
    expect((await made(two, key)).id).toBe(second.id);
  });

  it('is free again when its draft was deleted', async () => {
    const scope = await trader(service());
    const key = { idempotencyKey: 'again' };
    const { id } = await made(scope, key);
    await call(service(), scope, 'DELETE', `/invoices/${id}`);
    const second = await made(scope, key);
    expect(second.id).not.toBe(id);
    expect((await made(scope, key)).id).toBe(second.id);
  });
});

describe('Without a key a recent draft of the same client, currency and total is returned (INV-23 to INV-25)', () => {
  it('with a warning that names it and says how to create another; a key or a new draft has none', async () => {
    const scope = await trader(service());
    const warned = async (overrides: object) => {
      const { status, body: answer } = await post(service(), scope, body(scope, overrides));
      expect(status).toBe(201);
      return { ...answer.invoice, found: answer.validation.warnings.filter(warning => warning.includes('60 minutes')) };
    };
    const first = await warned({});
    expect(first.found).toEqual([]);
    const second = await warned({ lines: [{ description: 'Alta', quantity: 2, unitPrice: 50, vatRate: 21 }] });
    expect(second.id).toBe(first.id);
    expect(second.found).toEqual([
      `A draft of the last 60 minutes with the same client, currency and total was returned, and nothing was stored: ${first.number} of ${first.createdAt}. To make another invoice, send an idempotencyKey, or the header Idempotency-Key.`,
    ]);
    const [made, again] = [await warned({ idempotencyKey: 'k' }), await warned({ idempotencyKey: 'k' })];
    expect(again.id).toBe(made.id);
    expect([...made.found, ...again.found]).toEqual([]);
  });
});

describe('Header Idempotency-Key (REQ-72 to REQ-76)', () => {
  it('is separate for each company and endpoint', async () => {
    const [scope, other] = [await trader(service()), await trader(service())];
    const first = await send(scope, 'h1', body(scope));
    expect((await send(other, 'h1', body(other))).status).toBe(201);
    const issue = await send(scope, 'h1', undefined, `/invoices/${first.body.invoice.id}/issue`);
    expect([issue.status, replayed(issue)]).toEqual([200, null]);
  });

  it('returns an error again, too', async () => {
    const scope = await trader(service());
    const sent = body(scope, { lines: [{ description: 'Masă', quantity: 0, unitPrice: 1 }] });
    const [first, second] = [await send(scope, 'h1', sent), await send(scope, 'h1', sent)];
    expect([first.status, second.status, replayed(second)]).toEqual([422, 422, 'true']);
    expect(second.body).toEqual(first.body);
  });
});
