import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { continueRun } from '#shared/documents/received-sync/run.ts';
import { LeaseTaken } from '#shared/platform/store/lease.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { connect } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { type LastingReceiver, useReceivers } from '../../support/taxauth/companies.ts';
import { type ListLog, logLists } from '../../support/taxauth/list-log.ts';
import { deliver, supplierInvoice } from '../../support/taxauth/received.ts';

/** Messages are delivered once: a second copy is tested separately below, and lists of the authority are counted. */
const service = useOwnService({ deliversTwice: false });
const { get, numbers, receiver, runSchedule, status, synchronize, toggle, trigger } = useReceivers(service, 63_000_000);

let log: ListLog;
beforeAll(() => {
  log = logLists();
});
afterAll(() => log.stop());
afterEach(() => service().runtime.faults.clear());

const listsOf = ({ cif }: LastingReceiver): number => log.calls.filter(call => call.cif === cif).length;

describe('denied access', () => {
  it('pauses automatic runs until a user triggers one', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    log.refused.add(scope.cif);
    await toggle(scope);
    await runSchedule();
    expect(await status(scope)).toMatchObject({ lastSync: null, running: false, tokenValid: true });
    const refused = listsOf(scope);
    for (const duration of ['PT31M', 'PT2H', 'PT25H']) await service().advance(duration);
    expect(listsOf(scope)).toBe(refused);

    // Denied again: it pauses again.
    await synchronize(scope);
    expect(listsOf(scope)).toBe(refused + 1);
    log.refused.delete(scope.cif);
    await service().advance('PT25H');
    expect(listsOf(scope)).toBe(refused + 1);
    // Access is granted again: the run that a user triggers ends the pause.
    await synchronize(scope);
    expect(await numbers(scope)).toEqual(['F-1']);
    const { lastSync } = await status(scope);
    await service().advance('PT61M');
    expect((await status(scope)).lastSync).not.toBe(lastSync);
  });

  it('ends for automatic runs with a new token', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    log.refused.add(scope.cif);
    await toggle(scope);
    await runSchedule();
    log.refused.delete(scope.cif);
    await service().advance('PT31M');
    expect(await numbers(scope)).toEqual([]);
    await connect(service(), { token: scope.user.token, company: scope.company });
    await service().advance('PT61M');
    expect(await numbers(scope)).toEqual(['F-1']);
  });
});

async function removeTokens({ user }: LastingReceiver): Promise<void> {
  const { token } = user;
  const listed = await expecting<{ id: string }[]>(200, 'Tokens', service().api('GET', '/api/v1/taxauth/tokens', { token }));
  for (const { id } of listed)
    await expecting([200, 204], 'Removing', service().api('DELETE', `/api/v1/taxauth/tokens/${id}`, { token }));
}

/** A run whose process died after it had stored the first of two documents. */
async function interrupted(): Promise<LastingReceiver & { syncId: string }> {
  const scope = await receiver();
  for (const number of ['F-1', 'F-2']) await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
  const crash = { call: 2, when: 'after' as const, name: 'workers-inbound-sync', operation: 'dynamodb.TransactWriteItems' };
  service().runtime.faults.crash(crash);
  const { body } = await trigger(scope);
  await service().idle();
  expect(service().runtime.faults.crashed()).toBe(true);
  expect(await numbers(scope)).toEqual(['F-1']);
  expect(await status(scope)).toMatchObject({ running: true, lastSync: null });
  return { ...scope, syncId: body.syncId };
}

describe('a run in progress', () => {
  it('rejects another one meanwhile (409), and has the status of a running one', async () => {
    const scope = await interrupted();
    expect(await trigger(scope)).toMatchObject({ status: 409, body: { error: { details: { reason: 'sync_running' } } } });
    await service().advance('PT31M');
    expect(await numbers(scope)).toEqual(['F-1', 'F-2']);
    expect(await status(scope)).toMatchObject({ running: false, lastSync: expect.any(String) });
    expect(await get<{ status: string }[]>(scope, '/sync/log')).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  });

  it('is executed by one process, though its message is delivered twice at once', async () => {
    const scope = await interrupted();
    // The lease of the process that died expires before the queue delivers the message again.
    service().runtime.clock.advance('PT6M');
    const send = globalThis.fetch;
    const refused = Promise.withResolvers<void>();
    // The authority responds to one of the two only after the other has been rejected.
    globalThis.fetch = async (input, init) => {
      if (new URL(input instanceof Request ? input.url : input).pathname.endsWith('/descarcare')) await refused.promise;
      return send(input, init);
    };
    const both = [continueRun(scope.company, scope.syncId), continueRun(scope.company, scope.syncId)];
    try {
      await expect(Promise.race(both)).rejects.toBeInstanceOf(LeaseTaken);
    } finally {
      refused.resolve();
      globalThis.fetch = send;
    }
    expect((await Promise.allSettled(both)).map(({ status: end }) => end).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await numbers(scope)).toEqual(['F-1', 'F-2']);
    await service().advance('PT31M');
    expect(await numbers(scope)).toEqual(['F-1', 'F-2']);
  });

  it('fails when the token was removed meanwhile, and a later one stores the rest', async () => {
    const scope = await interrupted();
    await removeTokens(scope);
    await service().advance('PT31M');
    expect(await status(scope)).toMatchObject({ running: false, lastSync: null, tokenValid: false });
    expect((await trigger(scope)).status).toBe(422);
    await connect(service(), { token: scope.user.token, company: scope.company });
    await synchronize(scope);
    expect(await numbers(scope)).toEqual(['F-1', 'F-2']);
  });

  it('stores nothing more for a company that was deleted meanwhile', async () => {
    const scope = await interrupted();
    const lists = listsOf(scope);
    const { token } = scope.user;
    await expecting([200, 204], 'Deleting', service().api('DELETE', `/api/v1/companies/${scope.company}`, { token }));
    await service().advance('PT31M');
    expect(listsOf(scope)).toBe(lists);
    expect(
      service()
        .runtime.engines.sqs.depths()
        .find(({ name }) => name === 'inbound-sync'),
    ).toMatchObject({ visible: 0, inFlight: 0 });
  });
});

/** The `sync.completed` notifications of a company. */
async function completions({ company }: LastingReceiver): Promise<{ invoicesSynced: number }[]> {
  const range = { partition: companyPartition(company), beginsWith: 'NOTIFY#' };
  const items = await queryItems<{ webhooks: { type: string; data: string }[] }>(range);
  return items
    .flatMap(({ webhooks }) => webhooks)
    .flatMap(({ type, data }) => (type === 'sync.completed' ? [JSON.parse(data) as { invoicesSynced: number }] : []));
}

it('sync.completed counts the documents that a part stored before it failed', async () => {
  const scope = await receiver();
  const all = ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6'];
  for (const number of all) await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
  const send = globalThis.fetch;
  let downloads = 0;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    // Four archives are downloaded at once: the fifth after the first document is stored. No further file can be stored.
    if (pathname.endsWith('/descarcare') && ++downloads === 5)
      service().runtime.faults.add({ service: 's3', operation: 'PutObject', kind: 'fail' });
    return send(input, init);
  };
  try {
    await trigger(scope);
    await service().idle();
  } finally {
    globalThis.fetch = send;
  }
  const before = await numbers(scope);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(all.length);
  service().runtime.faults.clear();
  await service().advance('PT31M');
  expect(await numbers(scope)).toEqual(all);
  expect(await completions(scope)).toMatchObject([{ invoicesSynced: all.length }]);
});

it('sync.completed counts the documents that a process stored before it died', async () => {
  const scope = await interrupted();
  await service().advance('PT31M');
  expect(await completions(scope)).toMatchObject([{ invoicesSynced: 2 }]);
});

it('The log shows the newest 50 messages', async () => {
  const scope = await receiver();
  const { taxauth } = service().runtime.engines;
  const all = Array.from({ length: 55 }, (_, place) => `F-${String(place).padStart(2, '0')}`);
  for (const number of all) taxauth.addInbox({ cif: scope.cif, xml: supplierInvoice({ buyer: scope.cif, number }) });
  await synchronize(scope);
  expect(await numbers(scope)).toEqual(all);
  const shown = await get<{ invoiceId: string; syncedAt: string }[]>(scope, '/sync/log');
  expect(shown).toHaveLength(50);
  expect(shown.map(({ syncedAt }) => syncedAt)).toEqual(
    shown
      .map(({ syncedAt }) => syncedAt)
      .sort()
      .reverse(),
  );
});
