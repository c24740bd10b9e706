import { describe, expect, it, test } from 'vitest';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const trader = useTrader({ service, lasting: true });
const { scope, request, detailOf } = trader;
const { share, links, open, shared } = shareLinksCalls(service, trader);

const typesOf = async (id: string, ...types: string[]) => (await detailOf(id)).events.filter(event => types.includes(event.type));

describe('events: at most one of each per link per hour (OUT-74)', () => {
  it('entries are linked into the timeline, also when they are simultaneous', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    await Promise.all([open(link.token), open(second.token), open(link.token, '/xml'), open(second.token, '/pdf')]);
    const stored = await readInvoice(scope.company, invoice.id);
    expect(stored?.events.filter(event => event.user === null && /viewed|downloaded/.test(event.type))).toHaveLength(4);
    expect(stored && verifyDocument(stored)).toEqual([]);
  });

  test('downloads by signed-in users, and views of unknown links, add none', async () => {
    const { invoice } = await shared();
    await request('GET', `/invoices/${invoice.id}/pdf`);
    await request('GET', `/invoices/${invoice.id}/xml`);
    await open('0'.repeat(64));
    expect(await typesOf(invoice.id, 'viewed', 'downloaded')).toEqual([]);
  });

  it.runIf(DEPTH)('viewed: one for many simultaneous views, another after an hour; every view is counted', async () => {
    const { invoice, link } = await shared();
    await Promise.all(Array.from({ length: 5 }, () => open(link.token)));
    await open(link.token);
    const [entry, ...others] = await typesOf(invoice.id, 'viewed', 'downloaded');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ type: 'viewed', status: null, user: null, metadata: { shareLinkId: link.id } });
    expect((await links(invoice.id))[0]).toMatchObject({ viewCount: 6, lastViewedAt: expect.any(String) as string });
    await service().advance('PT61M');
    await open(link.token);
    expect(await typesOf(invoice.id, 'viewed')).toHaveLength(2);
    expect((await links(invoice.id))[0]?.viewCount).toBe(7);
  });

  it.runIf(DEPTH)(
    'downloaded: one for the files of a link, with the file in its metadata; another link has its own',
    async () => {
      const { invoice, link } = await shared();
      await open(link.token, '/xml');
      await open(link.token, '/pdf');
      expect((await typesOf(invoice.id, 'downloaded')).map(event => event.metadata)).toEqual([
        { shareLinkId: link.id, file: 'xml' },
      ]);
      const second = (await share(invoice.id)).body;
      await Promise.all(Array.from({ length: 4 }, () => open(second.token, '/pdf')));
      expect((await typesOf(invoice.id, 'downloaded')).map(event => event.metadata)[0]).toEqual({
        shareLinkId: second.id,
        file: 'pdf',
      });
      await service().advance('PT61M');
      await open(link.token, '/pdf');
      expect(await typesOf(invoice.id, 'downloaded')).toHaveLength(3);
      expect((await links(invoice.id)).map(one => one.viewCount)).toEqual([0, 0]);
    },
  );
});
