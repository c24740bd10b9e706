import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

const trader = useTrader();
const { service, request } = trader;
const { open, shared } = shareLinksCalls(service, trader);

describe('GET /share/{token}', () => {
  it("/pdf and /xml return the owner's files", async () => {
    const { invoice, link } = await shared();
    for (const [file, type] of [
      ['pdf', 'application/pdf'],
      ['xml', 'application/xml'],
    ] as const) {
      const theirs = await open<Buffer>(link.token, `/${file}`);
      const ours = await request<Buffer>('GET', `/invoices/${invoice.id}/${file}`);
      expect([theirs.status, theirs.headers.get('content-type')]).toEqual([200, type]);
      // A PDF that is rendered again differs in its identifier.
      expect(theirs.body.length).toBe(ours.body.length);
      if (file === 'xml') expect(Buffer.compare(theirs.body, ours.body)).toBe(0);
      expect(theirs.headers.get('content-disposition')).toContain(`filename="${invoice.number}.${file}"`);
    }
  });
});
