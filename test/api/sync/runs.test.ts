import { describe, expect, it } from 'vitest';
import { DEPTH } from '../../support/effort.ts';
import type { Refusal, SupplierPage } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();

const { get, receiver, status, numbers, messages, trigger, runSchedule, authority } = useReceivers(service, 20_000_000);
const toggle = (scope: Receiver) =>
  call<{ syncEnabled: boolean } & Refusal>(service(), scope, 'POST', `/companies/${scope.company}/toggle-sync`);

describe('Triggering a synchronization (EIN-40)', () => {
  it('requires a token with access to the company (422), which automatic runs require as well', async () => {
    const unconnected = await receiver({}, { connected: false });
    const refused = await trigger(unconnected);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual({ reason: 'taxauth_not_connected' });
    expect((await toggle(unconnected)).status).toBe(422);
  });

  it('rejects wrong days with 422; returns 202, then 409 while it runs, then 429 until the interval of the plan has passed', async () => {
    const scope = await receiver();
    for (const days of [0, 61, 1.5, 'x']) expect((await trigger(scope, { days })).status, String(days)).toBe(422);
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    const answers = await Promise.all([trigger(scope), trigger(scope)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.details).toEqual({ reason: 'sync_running' });
    await service().idle();
    expect(await numbers(scope)).toEqual(['F-1']);
    const early = await trigger(scope);
    expect(early.status).toBe(429);
    expect(early.body.retryAfter).toBeGreaterThan(3500);
    expect(Number(early.headers.get('retry-after'))).toBe(early.body.retryAfter);
    await service().advance('PT61M');
    await synchronize(service(), scope);
    expect(await numbers(scope)).toEqual(['F-1']);
  });

  it('returns the status, the results, and the messages', async () => {
    const scope = await receiver();
    expect(await status(scope)).toEqual({
      ...{ enabled: false, lastSync: null, tokenValid: true, syncInterval: 'manual', running: false },
      ...{ lastError: null, lastErrorAt: null },
    });
    expect(await get(scope, '/sync/log')).toEqual([]);
    const messageId = await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-77' }));
    await synchronize(service(), scope);
    const { lastSync } = await status(scope);
    expect(lastSync).toEqual(expect.any(String));
    expect(await get(scope, `/companies/${scope.company}`)).toMatchObject({ lastSyncedAt: lastSync });
    const [message, ...others] = await messages(scope);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ messageId, messageType: 'notification', status: 'ok', details: { downloadId: messageId } });
    expect(await get(scope, '/sync/log')).toEqual([
      { invoiceId: message!.invoiceId, cif: '12345674', syncedAt: expect.any(String), status: 'success', error: null },
    ]);
    expect(await get(scope, `/efactura-messages/${message!.uuid}`)).toMatchObject({
      ...message,
      invoice: { number: 'F-77', date: '2026-11-20', client: 'Cumpărător SRL', total: 121 },
      rawData: { id: messageId, wireType: 'FACTURA PRIMITA' },
      processedAt: expect.any(String),
    });
    expect(await messages(scope, '&messageType=error')).toEqual([]);
    expect(await messages(scope, '&messageType=notification&status=ok&search=f-77')).toHaveLength(1);
    expect(await messages(scope, '&search=nothing')).toEqual([]);
    expect(await messages(scope, '&to=2020-01-01')).toEqual([]);
    for (const query of ['status=x', 'messageType=x', 'from=x', 'from=2026-02-01&to=2026-01-01', 'page=0'])
      expect((await call(service(), scope, 'GET', `/efactura-messages?${query}`)).status, query).toBe(422);
    expect((await call(service(), await receiver(), 'GET', `/efactura-messages/${message!.uuid}`)).status).toBe(404);
  });

  it.runIf(DEPTH)(
    "keeps the users' changes of a supplier when it occurs again, and continues its counts; its identity cannot change",
    async () => {
      const scope = await receiver();
      await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
      await synchronize(service(), scope);
      const supplier = async () => Object.values((await get<SupplierPage>(scope, '/suppliers')).data).flat()[0]!;
      const { id } = await supplier();
      expect((await call(service(), scope, 'PATCH', `/suppliers/${id}`, { phone: '0711', address: 'Str. Nouă 2' })).status).toBe(
        200,
      );
      const identity = await call<Refusal>(service(), scope, 'PATCH', `/suppliers/${id}`, { name: 'Altul', cui: '1' });
      expect([identity.status, Object.keys(identity.body.error.details ?? {}).sort()]).toEqual([422, ['cui', 'name']]);
      await service().advance('PT61M');
      await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-2', name: 'Furnizor Nou SRL' }));
      await synchronize(service(), scope);
      expect(await supplier()).toMatchObject({ id, phone: '0711', address: 'Str. Nouă 2', invoiceCount: 2, totalExpenses: 242 });
      await call(service(), scope, 'DELETE', `/suppliers/${id}`);
      await service().advance('PT61M');
      await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-3' }));
      await synchronize(service(), scope);
      expect(await supplier()).toMatchObject({ invoiceCount: 1, totalExpenses: 121 });
      expect((await supplier()).id).not.toBe(id);
    },
  );
});

describe('A run that fails', () => {
  it('has the reason in the status, until one succeeds, and in the log', async () => {
    const scope = await receiver();
    await authority({ mode: 'down' });
    await synchronize(service(), scope);
    await authority({ mode: 'ok' });
    const failed = await status(scope);
    expect(failed).toMatchObject({ lastSync: null, lastError: expect.stringContaining('tax authority'), running: false });
    const entry = { invoiceId: null, cif: scope.cif, status: 'failed', error: failed.lastError, syncedAt: failed.lastErrorAt };
    expect(await get(scope, '/sync/log')).toEqual([entry]);
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    await service().advance('PT1M');
    await synchronize(service(), scope);
    expect(await status(scope)).toMatchObject({ lastSync: expect.any(String), lastError: null, lastErrorAt: null });
    expect(await get(scope, '/sync/log')).toMatchObject([{ status: 'success', error: null }, entry]);
  });
});

describe('an unreadable document', () => {
  it.runIf(DEPTH)('is stored with the reason, tried in three runs, and delays nothing else', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'BAD', net: 'x', vat: 'y' }));
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'GOOD' }));
    for (let run = 1; run <= 4; run++) {
      await synchronize(service(), scope);
      expect(await numbers(scope)).toEqual(['GOOD']);
      const [bad] = await messages(scope, '&status=error');
      expect(bad).toMatchObject({
        invoiceId: null,
        details: { message: expect.stringContaining('which is not a decimal number') },
      });
      await service().advance('PT61M');
    }
    const log = await get<{ status: string }[]>(scope, '/sync/log');
    expect(log.map(({ status }) => status).sort()).toEqual(['failed', 'success']);
  });
});

describe('Automatic synchronization', () => {
  it('runs when it is switched on and due, not before the interval of the plan has passed, and not once it is switched off', async () => {
    const scope = await receiver();
    const step = async (number: string): Promise<string[]> => {
      await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
      await runSchedule();
      return numbers(scope);
    };
    expect(await step('F-1')).toEqual([]);
    expect((await toggle(scope)).body).toMatchObject({ syncEnabled: true });
    expect(await status(scope)).toMatchObject({ enabled: true, syncInterval: 'hourly' });
    expect(await step('F-2')).toEqual(['F-1', 'F-2']);
    expect(await step('F-3')).toEqual(['F-1', 'F-2']);
    // The schedule fires every 30 minutes.
    await service().advance('PT61M');
    expect(await numbers(scope)).toEqual(['F-1', 'F-2', 'F-3']);
    expect((await toggle(scope)).body).toMatchObject({ syncEnabled: false });
    await service().advance('PT61M');
    expect(await step('F-4')).toEqual(['F-1', 'F-2', 'F-3']);
  });

  it.runIf(DEPTH)('fails as a whole while the authority is down, and continues from there', async () => {
    const scope = await receiver();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif }));
    await authority({ mode: 'down' });
    await synchronize(service(), scope);
    expect(await status(scope)).toMatchObject({ lastSync: null, running: false });
    await authority({ mode: 'rateLimited', retryAfter: 120 });
    await synchronize(service(), scope);
    const refused = await trigger(scope);
    expect(refused).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
    await authority({ mode: 'ok' });
    // The run waits for the limit, and continues automatically.
    await service().advance('PT3M');
    expect(await status(scope)).toMatchObject({ lastSync: expect.any(String), running: false });
    expect(await numbers(scope)).toEqual(['F-1']);
  });
});
