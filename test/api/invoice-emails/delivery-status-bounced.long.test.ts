import { describe, expect, it } from 'vitest';
import { codeOf } from '../../support/refusals.ts';
import { deliveryStatusCalls } from './delivery-status-calls.ts';

const { service, newTrader, send, sent, feedback } = deliveryStatusCalls();

describe('deliveryStatus follows the events of the mail service (OUT-51 to OUT-54)', () => {
  it('an address that bounced permanently or complained is not mailed again: 422, unless the body has force', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'bounce' });
    const refused = await send(invoice.id, { to: 'other@client.example', cc: to.toUpperCase() });
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect(Object.keys(refused.body.error.details)).toEqual(['cc']);
    expect((await send(invoice.id, { to, force: true })).status).toBe(200);
    await service().idle();
    expect(await service().mailbox(to)).toHaveLength(2);
    const other = await newTrader();
    const theirs = await other.issued();
    expect((await service().api('POST', `/api/v1/invoices/${theirs.id}/email`, { ...other.scope, body: { to } })).status).toBe(
      200,
    );
  });
});
