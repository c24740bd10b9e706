import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { eventsCalls } from './events-calls.ts';

const service = useOwnService();

const { share, links, open, shared, typesOf } = eventsCalls(service);

describe('events: at most one of each per link per hour (OUT-74)', () => {
  it('viewed: one for many simultaneous views, another after an hour; every view is counted', async () => {
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

  it('downloaded: one for the files of a link, with the file in its metadata; another link has its own', async () => {
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
  });
});
