import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from './calls.ts';

const trader = useTrader();
const { service } = trader;
const { share, links, shared } = shareLinksCalls(service, trader);

describe('GET /invoices/{uuid}/share-links', () => {
  it('returns every link, newest first, with token, status, views and creator', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    const shown = await links(invoice.id);
    expect(shown.map(one => [one.id, one.token])).toEqual([
      [second.id, second.token],
      [link.id, link.token],
    ]);
    expect(shown[1]).toMatchObject({
      url: link.url,
      status: 'active',
      isValid: true,
      paymentEnabled: false,
      viewCount: 0,
      lastViewedAt: null,
      revokedAt: null,
      createdBy: { name: 'Ana Popescu' },
    });
  });
});
