import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';
import { call, draft, invoiceBody, post } from '../../support/invoices.ts';
import { seriesKey } from '#shared/records/catalogue/series/store.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { remove as removeItem, transact, update } from '#shared/platform/store/transact.ts';

const service = useService();
const { newScope, add, change, first, remove } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('adds the same series once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { prefix: 'X', type: 'invoice' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('keeps numbers unique while the counter is set by hand between issues', async () => {
    const scope = await newScope();
    const { id } = await first(scope);
    const drafts = await Promise.all(Array.from({ length: 4 }, () => draft(service(), scope)));
    const issues = drafts.map(one => call(service(), scope, 'POST', `/invoices/${one.id}/issue`));
    const settings = [0, 1, 2].map(currentNumber => change(scope, id, { currentNumber }));
    const numbers = (await Promise.all(issues)).map(answer => answer.body.number);
    await Promise.all(settings);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.every(number => /^FCT-\d{3}$/.test(number))).toBe(true);
  });

  it('of a removal and simultaneous creations in it: all succeed and it stays, or it is removed and none succeeds', async () => {
    const scope = await newScope();
    const { id } = (await add(scope, { prefix: 'B', type: 'invoice' })).body;
    const { id: clientId } = await service().newClient(scope);
    const body = (place: number) => invoiceBody(clientId, { documentSeriesId: id, orderNumber: `${place}` });
    const [removal, ...creations] = await Promise.all([
      remove(scope, id),
      ...Array.from({ length: 12 }, (_, place) => post(service(), scope, body(place))),
    ]);
    const made = creations.filter(({ status }) => status === 201);
    expect(removal.status).toBe(made.length > 0 ? 409 : 204);
    if (removal.status === 204) expect(creations.map(({ status }) => status)).toEqual(creations.map(() => 404));
    expect((await remove(scope, id)).status).toBe(made.length > 0 ? 409 : 404);
  });

  it('a draft keeps it, whichever shard counts it, and frees it when it is deleted', async () => {
    const scope = await newScope();
    const { id } = (await add(scope, { prefix: 'C', type: 'invoice' })).body;
    const { id: clientId } = await service().newClient(scope);
    const made = await Promise.all([1, 2, 3].map(() => draft(service(), scope, { clientId, documentSeriesId: id })));
    for (const one of made) {
      expect((await remove(scope, id)).status).toBe(409);
      expect((await call(service(), scope, 'DELETE', `/invoices/${one.id}`)).status).toBe(204);
    }
    expect((await remove(scope, id)).status).toBe(204);
  });

  it('documents that were counted in the series itself, before there were shards, keep it until they are deleted', async () => {
    const scope = await newScope();
    const { id } = (await add(scope, { prefix: 'D', type: 'invoice' })).body;
    const { id: clientId } = await service().newClient(scope);
    const { id: drafted } = await draft(service(), scope, { clientId, documentSeriesId: id });
    const company = scope.company;
    const [shard] = await queryItems<Item>({ partition: companyPartition(company), beginsWith: `COUNT#SERIES#${id}#` });
    const names = { '#data': 'data' };
    await transact([
      removeItem({ pk: shard!.pk, sk: shard!.sk }),
      update(seriesKey(company, id), { expression: 'SET #data.usedCount = :one', names, values: { ':one': 1 } }),
    ]);
    expect((await remove(scope, id)).status).toBe(409);
    expect((await call(service(), scope, 'DELETE', `/invoices/${drafted}`)).status).toBe(204);
    expect((await remove(scope, id)).status).toBe(204);
  });
});
