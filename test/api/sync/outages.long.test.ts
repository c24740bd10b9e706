import { afterEach, describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, supplierInvoice } from '../../support/taxauth/received.ts';
import { localDay } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import type { Invoice } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { logDownloads } from '../../support/taxauth/download-log.ts';
import { asFunction } from '../../support/taxauth/workers.ts';

const service = useOwnService();
const { authority, get, messages, numbers, plan, receiver, runSchedule, status, synchronize, toggle } = useReceivers(
  service,
  60_000_000,
);
afterEach(() => service().runtime.faults.clear());
const downloadsOf = (messageId: string): number => service().runtime.engines.taxauth.downloads().get(messageId) ?? 0;
/** The authority delivers a message ten times a day. */
const DOWNLOADS = 10;

describe('An archive that the authority does not deliver', () => {
  it('is requested in every run, for as long as it takes, and delays no other', async () => {
    const scope = await receiver();
    const { taxauth } = service().runtime.engines;
    const error = { eroare: 'A aparut o eroare tehnica. Cod: SIAC-1', titlu: 'Descarcare mesaj' };
    const archive = Buffer.from(JSON.stringify(error)).toString('base64');
    const xml = supplierInvoice({ buyer: scope.cif, number: 'STUCK' });
    const { messageId } = taxauth.addInbox({ cif: scope.cif, xml, archive });
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'GOOD' }));
    for (let run = 1; run <= 5; run++) {
      await synchronize(scope);
      expect(await numbers(scope)).toEqual(['GOOD']);
      expect(downloadsOf(messageId)).toBe(run);
      const [stuck] = await messages(scope, '&status=error');
      expect(stuck).toMatchObject({ messageId, details: { message: expect.stringContaining('eroare tehnica') } });
      expect((await status(scope)).lastSync).not.toBeNull();
      await service().advance('PT61M');
    }
  });

  it('fails the run if none is delivered, and none is lost', async () => {
    const scope = await receiver();
    const all = ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6', 'F-7'];
    for (const number of all) await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
    service().runtime.faults.add({ service: 'taxauth', operation: 'descarcare', kind: 'fail' });
    for (let run = 1; run <= 4; run++) {
      await synchronize(scope);
      expect(await status(scope)).toMatchObject({ lastSync: null, running: false });
    }
    expect(await messages(scope, '&status=error')).toHaveLength(5);
    service().runtime.faults.clear();
    await synchronize(scope);
    expect(await numbers(scope)).toEqual(all);
    expect((await messages(scope)).map(message => message.status)).toEqual(all.map(() => 'ok'));
    const log = await get<{ invoiceId: string | null; error: string | null }[]>(scope, '/sync/log');
    expect(log.filter(({ invoiceId }) => invoiceId !== null)).toHaveLength(all.length);
    // The failed runs have the reason.
    expect(log.filter(({ invoiceId }) => invoiceId === null).map(({ error }) => error)).toContainEqual(
      expect.stringContaining('could not be downloaded or read'),
    );
  });

  it('is stored by a later run if it was truncated', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    const cut = await service().api('POST', '/_local/faults', {
      body: { service: 'taxauth', operation: 'descarcare', kind: 'lostAnswer', times: 1 },
    });
    expect(cut.status).toBe(201);
    await synchronize(scope);
    expect(await numbers(scope)).toEqual([]);
    expect(await messages(scope)).toMatchObject([{ status: 'error' }]);
    await service().advance('PT61M');
    await synchronize(scope);
    expect(await numbers(scope)).toEqual(['F-1']);
    expect(await messages(scope)).toMatchObject([{ status: 'ok' }]);
  });
});

describe('An automatic run that failed', () => {
  it('is repeated half an hour later, not after the interval of the plan', async () => {
    const scope = await receiver();
    await plan(scope, 'freemium');
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    await authority({ mode: 'down' });
    await toggle(scope);
    await runSchedule();
    expect(await status(scope)).toMatchObject({ lastSync: null, running: false });
    await authority({ mode: 'ok' });
    await service().advance('PT31M');
    expect(await numbers(scope)).toEqual(['F-1']);
    const { lastSync } = await status(scope);
    await service().advance('PT12H');
    expect((await status(scope)).lastSync).toBe(lastSync);
  });

  it('because of a limit is repeated when the limit has passed', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    await authority({ mode: 'rateLimited', retryAfter: 7200 });
    await toggle(scope);
    await runSchedule();
    await authority({ mode: 'ok' });
    await service().advance('PT1H50M');
    expect(await status(scope)).toMatchObject({ lastSync: null });
    await service().advance('PT45M');
    expect(await numbers(scope)).toEqual(['F-1']);
  });
});

it('a document among others is stored, and its message has a warning', async () => {
  const scope = await receiver();
  const xml = supplierInvoice({ buyer: '40123452', seller: '12345674', number: 'STRAY' });
  await deliver(service(), scope, xml);
  await synchronize(scope);
  expect(await numbers(scope)).toEqual(['STRAY']);
  const reason = `Neither the seller nor the buyer of the document has the company's tax number ${scope.cif}.`;
  expect(await messages(scope)).toMatchObject([{ status: 'warning', details: { message: reason } }]);
});

it('from and to of messages are days in Romania: one of 23:00 UTC is of the next day', async () => {
  const scope = await receiver();
  const today = new Date(service().runtime.clock.now()).toISOString().slice(0, 10);
  const [utc, local] = [addDays(today, 1), addDays(today, 2)];
  await service().api('POST', '/_local/clock', { body: { set: `${utc}T23:00:00Z` } });
  await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
  await synchronize(scope);
  const [message] = (await messages(scope)) as unknown as { receivedAt: string }[];
  expect(localDay(message!.receivedAt)).toBe(local);
  for (const [query, count] of [
    [`&from=${local}&to=${local}`, 1],
    [`&from=${utc}&to=${utc}`, 0],
    [`&to=${utc}`, 0],
    [`&from=${addDays(local, 1)}`, 0],
  ] as const)
    expect(await messages(scope, query), query).toHaveLength(count);
});

describe('the response to a submission whose archive the authority does not deliver any more today', () => {
  it('is read from the archive that a synchronization has stored', async () => {
    const seller = await receiver();
    await authority({ mode: 'reject', errors: ['BR-RO-XXX: nu este bine'], processing: 0 });
    const { id } = await issued(service(), seller);
    expect((await call(service(), seller, 'POST', `/invoices/${id}/submit`)).status).toBe(200);
    await synchronize(seller);
    const [message] = await messages(seller);
    expect(message).toMatchObject({ status: 'error', invoiceId: id });
    // The synchronization has the result; the status is that of the submission, which polls five minutes after it.
    const detail = async (): Promise<Invoice> => (await call(service(), seller, 'GET', `/invoices/${id}`)).body;
    expect((await detail()).status).toBe('sent_to_provider');

    const client = authorityClient(service().runtime.engines.taxauth.createToken({ cif: seller.cif }));
    const download = () => asFunction('other', false, () => client.downloadAnswer(String(message?.messageId)));
    for (let time = 1; time < DOWNLOADS; time++) await download();
    await expect(download()).rejects.toMatchObject({ limit: 'download' });
    const log = logDownloads();
    await service().advance('PT6M');
    log.stop();
    expect(log.downloads).toEqual([]);
    const rejected = await detail();
    expect([rejected.status, JSON.stringify(rejected.taxauthValidationErrors)]).toEqual([
      'rejected',
      expect.stringContaining('nu este bine'),
    ]);
  });
});
