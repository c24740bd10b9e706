import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

const trader = useTrader();
const { service } = trader;
const { shared } = shareLinksCalls(service, trader);

describe('views of links are limited', () => {
  it('429 after 60 calls in a minute from one address, whatever the tokens', async () => {
    const { link } = await shared();
    process.env['RATE_LIMITS'] = 'on';
    try {
      const from = (address: string, token: string) =>
        service().api('GET', `/api/v1/share/${token}`, { headers: { 'x-forwarded-for': address } });
      const statuses = [];
      for (let call = 0; call < 61; call++) statuses.push((await from('198.51.100.7', '0'.repeat(64))).status);
      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
      expect((await from('198.51.100.7', link.token)).status).toBe(429);
      expect((await from('198.51.100.8', link.token)).status).toBe(200);
    } finally {
      process.env['RATE_LIMITS'] = 'off';
    }
  });
});
