import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote, DeliveryNotePage } from '../../support/contract.ts';
import { type Delivering, delivering, noteIn } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Delivering;
let made: DeliveryNote[];

beforeAll(async () => {
  scope = await delivering(service());
  made = [];
  for (const [place, status] of (['draft', 'issued', 'converted', 'cancelled'] as const).entries())
    made.push(await noteIn(service(), scope, status, { issueDate: addDays(today(), place - 9), dueDate: today() }));
});

const list = async (query = ''): Promise<DeliveryNotePage> =>
  (await call<DeliveryNotePage>(service(), scope, 'GET', `/delivery-notes${query}`)).body;
const uuids = async (query: string): Promise<string[]> => (await list(query)).data.map(({ uuid }) => uuid);

describe('GET /delivery-notes (DLN-13)', () => {
  it('returns a page, newest issue date first, without lines', async () => {
    const page = await list();
    expect({ ...page, data: page.data.length }).toEqual({ data: 4, total: 4, page: 1, limit: 20, pages: 1 });
    expect(page.data.map(({ uuid }) => uuid)).toEqual(made.map(({ uuid }) => uuid).reverse());
    const { lines: _, events: __, ...shown } = made[2]!;
    expect({ ...page.data[1], series: null }).toEqual({ ...shown, series: null });
  });

  it.each([
    ['?status=converted', [2]],
    ['?status=draft,cancelled', [3, 0]],
    [`?from=${addDays(today(), -8)}&to=${addDays(today(), -7)}`, [2, 1]],
    ['?sort=issueDate&order=asc', [0, 1, 2, 3]],
  ])('%s', async (query, expected) => {
    expect(await uuids(query)).toEqual(expected.map(place => made[place]!.uuid));
  });

  it('finds by number and client', async () => {
    expect(await uuids(`?search=${made[1]!.number}`)).toEqual([made[1]!.uuid]);
    expect(await uuids(`?clientId=${scope.clientId}&limit=2`)).toHaveLength(2);
  });

  it('422 for an unknown status', async () => {
    expect((await call(service(), scope, 'GET', '/delivery-notes?status=paid')).status).toBe(422);
  });
});
