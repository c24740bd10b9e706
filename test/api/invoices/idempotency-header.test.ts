import { describe, expect, it } from 'vitest';
import { call, trader } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { idempotencyHeaderCalls, body, replayed } from './idempotency-header-calls.ts';

const service = useService();

const { totalOf, send } = idempotencyHeaderCalls(service);

describe('Header Idempotency-Key (REQ-72 to REQ-76)', () => {
  it('returns the first response again, with Idempotent-Replayed', async () => {
    const scope = await trader(service());
    const first = await send(scope, 'h1', body(scope));
    await call(service(), scope, 'POST', `/invoices/${first.body.invoice.id}/issue`);
    const second = await send(scope, 'h1', body(scope));
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([201, null, 201, 'true']);
    expect(second.body).toEqual(first.body);
  });

  it('rejects the key with another body: 422', async () => {
    const scope = await trader(service());
    await send(scope, 'h1', body(scope));
    const other = await send(scope, 'h1', body(scope, { notes: 'other' }));
    expect([other.status, other.body.error]).toMatchObject([
      422,
      { code: 'validation_error', details: { 'Idempotency-Key': ['was used with another request'] } },
    ]);
    expect(await totalOf(scope)).toBe(1);
  });

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

  it('returns 409 while the first is still running, then its response', async () => {
    const scope = await trader(service());
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'slow', delayMs: 600, times: 1 });
    const running = send(scope, 'h1', body(scope));
    // The claim exists as soon as a second request finds it.
    const early = await send(scope, 'h1', body(scope));
    const first = await running;
    const replies = [first, early].toSorted((a, b) => a.status - b.status);
    expect(replies.map(reply => reply.status)).toEqual([201, 409]);
    expect(replies[1]?.body.error).toMatchObject({ code: 'conflict', details: { reason: 'request_in_progress' } });
    const late = await send(scope, 'h1', body(scope));
    expect([late.status, replayed(late), late.body]).toEqual([201, 'true', replies[0]?.body]);
    expect(await totalOf(scope)).toBe(1);
  });
});
