import { describe, expect, it } from 'vitest';
import { seriesKey } from '#shared/records/catalogue/series/store.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { remove as removeItem, transact, update } from '#shared/platform/store/transact.ts';
import { call, draft, invoiceBody, post } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add, remove } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
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
