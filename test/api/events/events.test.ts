import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { useWebhooks } from '../../support/webhooks/company.ts';
import { emit } from '../../support/webhooks/emit.ts';
import type { ReceivedMessage } from '../../support/webhooks/receiver.ts';

interface Page {
  data: ReceivedMessage[];
  hasMore: boolean;
  nextCursor: string | null;
}

const { service, scope, draft, act, remove, request } = useTrader({ service: useOwnService(), lasting: true });
const { hook } = useWebhooks(service);

const page = async (query = '', of: Scope = scope): Promise<Page> => {
  const { status, body } = await call<Page>(service(), of, 'GET', `/events${query}`);
  expect(status).toBe(200);
  return body;
};

const types = ({ data }: Page): string[] => data.map(({ type }) => type);

let issued: { id: string };

beforeAll(async () => {
  issued = await draft();
  expect((await act(issued.id, 'issue')).status).toBe(200);
  await service().idle();
});

describe('the events of a company without webhooks', () => {
  it('are listed newest first, and oldest first', async () => {
    const newest = await page(`?documentId=${issued.id}`);
    expect(types(newest)).toEqual(['invoice.updated', 'invoice.issued', 'invoice.created']);
    expect(newest).toMatchObject({ hasMore: false, nextCursor: null });
    const oldest = await page('?order=asc');
    expect(types(oldest)).toEqual(['client.created', 'invoice.created', 'invoice.issued', 'invoice.updated']);
    expect(oldest.nextCursor).toEqual(expect.any(String));
    expect(newest.data[1]).toEqual({
      id: oldest.data[2]?.id,
      type: 'invoice.issued',
      createdAt: newest.data[1]?.timestamp,
      timestamp: expect.stringMatching(/^2026-.*:\d\dZ$/) as string,
      company: scope.company,
      sequence: 0,
      data: expect.objectContaining({ invoiceUuid: issued.id, status: 'issued' }) as object,
    });
  });

  it('are filtered by names, and by time', async () => {
    expect(types(await page('?types=client.created,invoice.issued'))).toEqual(['invoice.issued', 'client.created']);
    expect(types(await page('?types=invoice.cancelled'))).toEqual([]);
    const [last] = (await page()).data;
    const at = String(last?.createdAt);
    expect(types(await page(`?since=${at}`))).toContain('invoice.issued');
    expect(types(await page(`?until=${at.slice(0, 4)}-01-01T00:00:00Z`))).toEqual([]);
    expect(types(await page(`?since=${encodeURIComponent('2100-01-01T00:00:00+02:00')}`))).toEqual([]);
  });

  it('are read one by one by their cursors', async () => {
    for (const [order, expected] of [
      ['asc', ['client.created', 'invoice.created', 'invoice.issued', 'invoice.updated']],
      ['desc', ['invoice.updated', 'invoice.issued', 'invoice.created', 'client.created']],
    ] as const) {
      const got: string[] = [];
      let next: Page | undefined;
      do {
        next = await page(`?order=${order}&limit=1${next ? `&cursor=${next.nextCursor}` : ''}`);
        got.push(...types(next));
      } while (next.hasMore);
      expect(got).toEqual(expected);
    }
  });

  it('are read by their ids; those of another company are not found', async () => {
    const { data } = await page();
    for (const event of data) expect((await request('GET', `/events/${event.id}`)).body).toEqual(event);
    const other = await hook();
    for (const id of [newId(), data[0]?.id]) expect((await call(service(), other.own, 'GET', `/events/${id}`)).status).toBe(404);
    expect((await page('', other.own)).data.map(({ id }) => id)).not.toContain(data[0]?.id);
  });

  it('stay when a draft is deleted', async () => {
    const { id } = await draft();
    await remove(id);
    expect(types(await page(`?documentId=${id}`))).toEqual(['invoice.created']);
  });

  it.each([
    ['types=invoice.lost', 'types'],
    ['documentId=1', 'documentId'],
    ['since=yesterday', 'since'],
    ['since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z', 'since'],
    ['cursor=abc', 'cursor'],
    ['order=up', 'order'],
    ['limit=0', 'limit'],
  ])('422 for %s', async (query, field) => {
    const { status, body } = await request<Refusal>('GET', `/events?${query}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
  });

  it('422 for a cursor of the other order', async () => {
    const { nextCursor } = await page('?order=asc');
    const { status, body } = await request<Refusal>('GET', `/events?order=desc&cursor=${nextCursor}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, ['order']]);
  });
});

describe('the events of a company with webhooks', () => {
  it('are those that receivers get, byte by byte', async () => {
    const { own, to } = await hook(['*'], { client: false });
    await emit(own.company, ['a', 'b', 'c']);
    await service().idle();
    const { data } = await page('?order=asc', own);
    expect(data.map(event => JSON.stringify(event)).toSorted()).toEqual(to.requests.map(({ raw }) => raw).toSorted());
    expect(data.map(({ sequence }) => sequence).toSorted()).toEqual([1, 2, 3]);
    const id = String(data[1]?.id);
    expect((await call(service(), own, 'GET', `/events/${id}`)).body).toEqual(data[1]);
  });
});

describe('a client that reads on', () => {
  it.each(['0001-01-01T00:00:00Z', '1900-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])(
    'goes on from its own cursor where the list begins at %s, before there were ids',
    async since => {
      const fresh = await service().newCompany(await service().newUser());
      const { nextCursor } = await page(`?order=asc&since=${since}`, fresh);
      await service().newClient(fresh);
      await service().advance('PT3M');
      expect(types(await page(`?cursor=${nextCursor}`, fresh))).toContain('client.created');
    },
  );

  it('from an instant on gets nothing older later', async () => {
    const { nextCursor, data } = await page(`?order=asc&since=${encodeURIComponent('2100-01-01T00:00:00Z')}`);
    expect([data, (await page(`?cursor=${nextCursor}`)).data]).toEqual([[], []]);
  });

  it('gets what is committed later than what it has read, and nothing twice', async () => {
    const own = await service().newCompany(await service().newUser());
    const event = (syncId: string) =>
      notify(own.company, notification('sync.failed', { syncId, errorMessage: '', failedAt: '2026-11-26T10:00:00Z' }));
    // The id of the event is made before the events of the second one, and is committed after it.
    const [late, early] = [event(newId()), event(newId())];
    await transact([early]);
    const first = await page('?order=asc', own);
    expect(first.data).toHaveLength(1);
    await transact([late]);
    const second = await page(`?cursor=${first.nextCursor}`, own);
    expect(second.data).toHaveLength(1);
    expect(String(second.data[0]?.id) < String(first.data[0]?.id)).toBe(true);
    expect(await page(`?cursor=${second.nextCursor}`, own)).toMatchObject({ data: [], hasMore: false });
  });

  it('gets each event once while many are committed at the same time', async () => {
    const own = await service().newCompany(await service().newUser());
    const names = Array.from({ length: 120 }, (_, place) => `${place}@example.com`);
    let isDone = false;
    const writing = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (const name of names.slice(writer * 20, writer * 20 + 20)) await emit(own.company, [name]);
      }),
    ).then(() => (isDone = true));
    const got: string[] = [];
    let cursor = '';
    const read = async (): Promise<void> => {
      for (let more = true; more;) {
        const { data, hasMore, nextCursor } = await page(`?order=asc&limit=7${cursor}`, own);
        got.push(...data.map(one => String(one.data['to'])));
        cursor = `&cursor=${nextCursor}`;
        more = hasMore;
      }
    };
    while (!isDone) await read();
    await writing;
    await service().idle();
    await read();
    expect(got.toSorted()).toEqual(names.toSorted());
  });
});

it('are kept for 30 days', async () => {
  const { data } = await page();
  await service().advance('P31D');
  expect(await page()).toEqual({ data: [], hasMore: false, nextCursor: null });
  expect((await request('GET', `/events/${data[0]?.id}`)).status).toBe(404);
});
