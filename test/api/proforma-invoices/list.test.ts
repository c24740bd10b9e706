import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Proforma, ProformaPage } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { actOn, convert, newProforma, type Offering, offering } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;
let made: Proforma[];
let otherClient: string;

const list = async (query = ''): Promise<ProformaPage> =>
  (await call<ProformaPage>(service(), scope, 'GET', `/proforma-invoices${query}`)).body;
const numbers = async (query: string): Promise<string[]> => (await list(query)).data.map(({ number }) => number);

beforeAll(async () => {
  scope = await offering(service());
  otherClient = (
    await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Șerban Țîrlea',
      city: 'Iași',
      county: 'Iași',
      country: 'RO',
    })
  ).id;
  made = [];
  for (const [place, clientId] of [scope.clientId, otherClient, scope.clientId, scope.clientId].entries())
    made.push(
      await newProforma(service(), scope, {
        ...{ clientId, issueDate: addDays(today(), place), dueDate: addDays(today(), 40), validUntil: addDays(today(), 60) },
        lines: [{ description: 'x', quantity: 1, unitPrice: 100 - 10 * place, vatRateId: scope.vat21 }],
      }),
    );
  await actOn(service(), scope, made[1]!.uuid, 'send');
  await convert(service(), scope, made[2]!.uuid);
});

describe('GET /proforma-invoices (PRO-2)', () => {
  it('returns a page, newest issue date first, without lines', async () => {
    const page = await list();
    expect({ ...page, data: page.data.length }).toEqual({ data: 4, total: 4, page: 1, limit: 20, pages: 1 });
    expect(page.data.map(({ number }) => number)).toEqual(made.map(({ number }) => number).reverse());
    expect(page.data[0]).not.toHaveProperty('lines');
    const { lines: _, events: __, ...shown } = made[0]!;
    expect(page.data[3]).toEqual({ ...shown, series: { ...shown.series, nextNumber: 5 } });
  });

  it('filters by status, one or several', async () => {
    expect(await numbers('?status=sent')).toEqual([made[1]!.number]);
    expect((await list('?status=sent,converted')).total).toBe(2);
    expect((await list('?status=rejected')).total).toBe(0);
  });

  it('filters by client, dates and text', async () => {
    expect(await numbers(`?clientId=${otherClient}`)).toEqual([made[1]!.number]);
    expect(await numbers(`?from=${addDays(today(), 1)}&to=${addDays(today(), 2)}`)).toEqual([made[2]!.number, made[1]!.number]);
    expect(await numbers('?search=serban tirl')).toEqual([made[1]!.number]);
    expect(await numbers(`?search=${made[3]!.number}`)).toEqual([made[3]!.number]);
  });

  it.each([
    ['issueDate', [0, 1, 2, 3]],
    ['number', [0, 1, 2, 3]],
    ['total', [3, 2, 1, 0]],
    ['createdAt', [0, 1, 2, 3]],
  ])('sorts by %s', async (sort, order) => {
    const ascending = order.map(place => made[place]!.number);
    expect(await numbers(`?sort=${sort}&order=asc`)).toEqual(ascending);
    expect(await numbers(`?sort=${sort}&order=desc`)).toEqual(ascending.toReversed());
  });

  it('pages', async () => {
    const [first, second] = [await list('?limit=3'), await list('?limit=3&page=2')];
    expect([first.data.length, second.data.length, second.pages, second.total]).toEqual([3, 1, 2, 4]);
  });

  it('422 for an unknown status', async () => {
    expect((await call(service(), scope, 'GET', '/proforma-invoices?status=paid')).status).toBe(422);
  });
});
