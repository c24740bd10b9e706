import { afterEach, describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, supplierInvoice } from '../../support/taxauth/received.ts';

const service = useOwnService();
const { authority, get, messages, numbers, plan, receiver, runSchedule, status, synchronize, toggle } = useReceivers(
  service,
  60_000_000,
);
afterEach(() => service().runtime.faults.clear());

const downloadsOf = (messageId: string): number => service().runtime.engines.taxauth.downloads().get(messageId) ?? 0;

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
