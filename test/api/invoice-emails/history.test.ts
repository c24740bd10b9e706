import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { newAddress, emailCalls } from './calls.ts';

const trader = useTrader();
const { service, request, issued } = trader;
const { send, history } = emailCalls(service, trader);

afterEach(() => {
  service().runtime.faults.clear();
});

describe('GET /invoices/{uuid}/emails (OUT-46)', () => {
  it('newest first; 404 for an unknown invoice', async () => {
    const { id } = await issued();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await send(id, { to: newAddress(), attachPdf: false })).body.emailId);
    expect((await history(id)).map(one => one.id)).toEqual(ids.toReversed());
    expect(codeOf(await request<Refusal>('GET', `/invoices/${randomUUID()}/emails`))).toEqual([404, 'not_found']);
    await service().idle();
  });
});
