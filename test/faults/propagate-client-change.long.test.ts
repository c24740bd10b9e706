import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClientChange, clientTask } from '#shared/documents/invoices/client-changes/task.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import {
  completePropagation,
  documentsOfMonth,
  propagateClientChange,
} from '#shared/documents/invoices/client-changes/propagate-client-change.ts';
import { type Client, readClient } from '#shared/records/parties/clients/store.ts';
import { readTask } from '#shared/platform/store/deferred-tasks.ts';
import type { Invoice } from '../support/contract.ts';
import { become, call, detailOf, draft, lastingTrader } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';

const service = useOwnService();
let scope: Scope;

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const company = () => scope.company;

/** A client with three drafts. */
async function clientWithDocuments(fields: object = {}): Promise<{ clientId: string; ids: string[] }> {
  const cui = `RO${randomInt(10_000_000, 99_999_999)}`;
  const clientId = (await service().newClient(scope, { name: 'Vechi SRL', cui })).id;
  const made = await Promise.all([1, 2, 3].map(() => draft(service(), scope, { clientId, ...fields })));
  // The index lists them by now; those that it does not list yet follow a minute later.
  await service().idle();
  return { clientId, ids: made.map(one => one.id) };
}

const rename = (clientId: string, name: string) =>
  call<{ invoicesUpdated: number }>(service(), scope, 'PATCH', `/clients/${clientId}`, { name });

/** The client in the documents, and the number of times that they were rewritten. */
async function shown(ids: string[]): Promise<{ names: string[]; rewritten: number[] }> {
  const documents = await Promise.all(ids.map(id => detailOf(service(), scope, id)));
  return {
    names: documents.map(one => String(one.client?.name)),
    rewritten: documents.map((one: Invoice) => one.events.filter(event => event.type === 'updated').length),
  };
}

const stored = async (clientId: string): Promise<Client> => (await readClient(company(), clientId)) as Client;
const left = (clientId: string) => readTask<ClientChange>(company(), clientTask(company(), clientId));

describe('a process that dies while documents are updated with a changed client', () => {
  it.each([
    ['after the client’s own commit', 1],
    ['after the first document', 2],
    ['after the second document', 3],
    ['after the last document', 4],
  ])('%s: all of them are updated, each once', async (_, transaction) => {
    const { clientId, ids } = await clientWithDocuments();
    service().runtime.faults.crash({
      ...{ call: transaction, when: 'after', name: 'clients-update' },
      operation: 'dynamodb.TransactWriteItems',
    });
    expect((await rename(clientId, 'Nou SRL')).status).toBe(500);
    expect(service().runtime.faults.crashed()).toBe(true);
    expect((await stored(clientId)).name).toBe('Nou SRL');
    await service().advance('PT2M');
    expect(await shown(ids)).toEqual({ names: ids.map(() => 'Nou SRL'), rewritten: ids.map(() => 1) });
    expect(await left(clientId)).toBeUndefined();
  });

  it.each([
    ['before it has sent the work to its queue', 'before'],
    ['after it', 'after'],
  ] as const)('and so is the sweep that finds the work, %s: all of them are updated, each once', async (_, when) => {
    const { clientId, ids } = await clientWithDocuments();
    const { faults } = service().runtime;
    faults.crash({ call: 1, when: 'after', name: 'clients-update', operation: 'dynamodb.TransactWriteItems' });
    expect((await rename(clientId, 'Nou SRL')).status).toBe(500);
    faults.crash({ call: 1, when, name: 'schedules-sweep', operation: 'sqs.SendMessage' });
    for (let passed = 0; passed < 5 && !faults.crashed(); passed++) await service().advance('PT1M');
    expect(faults.crashed()).toBe(true);
    await service().advance('PT10M');
    expect(await shown(ids)).toEqual({ names: ids.map(() => 'Nou SRL'), rewritten: ids.map(() => 1) });
    expect(await left(clientId)).toBeUndefined();
  });

  it('all of them are updated with their totals and the counters, when the change affects VAT', async () => {
    const { clientId, ids } = await clientWithDocuments({ autoApplyVatRules: true });
    const totals = async () => new Set(await Promise.all(ids.map(async id => (await detailOf(service(), scope, id)).total)));
    const before = await totals();
    service().runtime.faults.crash({
      ...{ call: 1, when: 'after', name: 'clients-update' },
      operation: 'dynamodb.TransactWriteItems',
    });
    expect(
      (await call(service(), scope, 'PATCH', `/clients/${clientId}`, { country: 'HU', cui: null, vatCode: null })).status,
    ).toBe(500);
    await service().advance('PT2M');
    expect([before, await totals()]).toEqual([new Set([121]), new Set([127])]);
  });

  it('before it: neither client nor documents change, and no work is left', async () => {
    const { clientId, ids } = await clientWithDocuments();
    service().runtime.faults.crash({
      ...{ call: 1, when: 'before', name: 'clients-update' },
      operation: 'dynamodb.TransactWriteItems',
    });
    expect((await rename(clientId, 'Nou SRL')).status).toBe(500);
    expect(await left(clientId)).toBeUndefined();
    expect([(await stored(clientId)).name, (await shown(ids)).rewritten]).toEqual(['Vechi SRL', [0, 0, 0]]);
  });
});

describe('documents that are updated with a changed client', () => {
  it('twice, or simultaneously: none is written again', async () => {
    const { clientId, ids } = await clientWithDocuments();
    expect((await rename(clientId, 'Nou SRL')).body.invoicesUpdated).toBe(3);
    await Promise.all([completePropagation(company(), clientId), completePropagation(company(), clientId)]);
    await service().advance('PT2M');
    expect(await shown(ids)).toEqual({ names: ids.map(() => 'Nou SRL'), rewritten: [1, 1, 1] });
    expect(await left(clientId)).toBeUndefined();
  });

  it('of two simultaneous changes the last one is in all documents', async () => {
    const { clientId, ids } = await clientWithDocuments();
    const answers = await Promise.all([rename(clientId, 'Unu SRL'), rename(clientId, 'Doi SRL')]);
    expect(answers.map(answer => answer.status)).toEqual([200, 200]);
    const last = (await stored(clientId)).name;
    expect((await shown(ids)).names).toEqual(ids.map(() => last));
    const { rewritten } = await shown(ids);
    await service().advance('PT2M');
    expect(await shown(ids)).toEqual({ names: ids.map(() => last), rewritten });
  });

  it('a change that is overtaken does not revert documents', async () => {
    const { clientId, ids } = await clientWithDocuments();
    await rename(clientId, 'Unu SRL');
    const overtaken = { client: await stored(clientId), change: (await left(clientId)) as ClientChange };
    await rename(clientId, 'Doi SRL');
    const [first = ''] = ids;
    await become(scope, first, { client: { ...buyerOf(overtaken.client), name: 'Vechi SRL' } });
    expect(await propagateClientChange(company(), overtaken, await documentsOfMonth(company(), overtaken), 10_000)).toEqual({
      updated: 1,
      kept: 0,
    });
    expect((await shown(ids)).names).toEqual(['Doi SRL', 'Doi SRL', 'Doi SRL']);
    expect((await left(clientId))?.version).toBe(overtaken.change.version + 1);
  });

  it('one that was drafted at the same time, from the previous client, is updated a little later', async () => {
    const { clientId, ids } = await clientWithDocuments();
    await rename(clientId, 'Nou SRL');
    const late = await draft(service(), scope, { clientId });
    await become(scope, late.id, { client: { ...buyerOf(await stored(clientId)), name: 'Vechi SRL' } });
    await service().advance('PT2M');
    expect((await shown([...ids, late.id])).names).toEqual(Array.from({ length: 4 }, () => 'Nou SRL'));
  });

  it('those that the caller does not wait for are counted, and updated in the background', async () => {
    const { clientId, ids } = await clientWithDocuments();
    service().runtime.faults.crash({
      ...{ call: 1, when: 'after', name: 'clients-update' },
      operation: 'dynamodb.TransactWriteItems',
    });
    await rename(clientId, 'Nou SRL');
    const leading = { client: await stored(clientId), change: (await left(clientId)) as ClientChange };
    expect(await propagateClientChange(company(), leading, await documentsOfMonth(company(), leading), -1)).toEqual({
      updated: 3,
      kept: 0,
    });
    expect((await shown(ids)).names).toEqual(['Vechi SRL', 'Vechi SRL', 'Vechi SRL']);
    await service().advance('PT2M');
    expect((await shown(ids)).names).toEqual(['Nou SRL', 'Nou SRL', 'Nou SRL']);
  });

  it('a change of fields that documents do not have leaves no work', async () => {
    const { clientId } = await clientWithDocuments();
    await call(service(), scope, 'PATCH', `/clients/${clientId}`, { phone: '0700000000' });
    expect(await left(clientId)).toBeUndefined();
  });
});
