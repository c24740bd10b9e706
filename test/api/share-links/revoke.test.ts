import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from './calls.ts';

const trader = useTrader();
const { service, request } = trader;
const { links, open, shared } = shareLinksCalls(service, trader);

describe('DELETE /invoices/{uuid}/share-links/{linkId}', () => {
  it('204; the link is revoked, the token is rejected; repeating it returns 204', async () => {
    const { invoice, link } = await shared();
    const revoke = () => request('DELETE', `/invoices/${invoice.id}/share-links/${link.id}`);
    expect((await revoke()).status).toBe(204);
    expect((await open(link.token)).status).toBe(404);
    const [first] = await links(invoice.id);
    expect(first).toMatchObject({ status: 'revoked', isValid: false, revokedAt: expect.any(String) as string });
    expect((await revoke()).status).toBe(204);
    expect((await links(invoice.id))[0]?.revokedAt).toBe(first?.revokedAt);
  });
});
