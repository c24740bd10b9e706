import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { putOnPlan } from '../attachments/calls.ts';
import { monthlyLimitCalls, LIMIT, REFUSED, create, countOf } from './monthly-limit-calls.ts';

const service = useService();

const { newTrader, counted } = monthlyLimitCalls(service);

describe('POST /invoices: maxInvoicesPerMonth of the plan (ORG-41, ORG-42)', () => {
  it('a deleted draft still counts, a repetition creates nothing and gets the same response, and 422 comes before 402', async () => {
    const own = await newTrader();
    await counted(own, LIMIT - 1);
    const body = own.invoiceBody({ idempotencyKey: randomUUID() });
    const first = await own.post(body);
    const repeated = await own.post(body);
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body.invoice.id).toBe(first.body.invoice.id);
    expect(await create(own)).toEqual(REFUSED);
    expect((await own.remove(first.body.invoice.id)).status).toBe(204);
    expect(await create(own)).toEqual(REFUSED);
    expect((await own.post(own.invoiceBody({ currency: 'XXQ' }))).status).toBe(422);
  });

  it('a plan without a limit counts nothing; a change of the plan counts at once', async () => {
    const own = await newTrader();
    expect(await create(own)).toEqual([201]);
    expect(await countOf(own)).toBeUndefined();
    await counted(own, LIMIT);
    expect(await create(own)).toEqual(REFUSED);
    await putOnPlan(service(), own.scope, 'starter');
    expect(await create(own)).toEqual([201]);
    await putOnPlan(service(), own.scope, 'professional');
    expect(await create(own)).toEqual([201]);
    expect(await countOf(own)).toBe(LIMIT + 1);
  });
});
