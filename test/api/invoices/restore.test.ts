import { describe, expect, it } from 'vitest';
import { seriesKey } from '#shared/records/catalogue/series/store.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import type { Invoice, InvoiceList, Refusal, Series } from '../../support/contract.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const because = (reason: string) => [422, 'validation_error', { status: 'cancelled', reason }];

const { scope, request, act, draft, issued, detailOf, file, become, newTrader } = useTrader({ service, lasting: true });

const restore = (id: string) => act(id, 'restore');

async function cancelled(overrides: object = {}, fields: object = {}): Promise<Invoice> {
  const { id } = await issued(overrides);
  if (Object.keys(fields).length > 0) await become(id, fields);
  const { status, body } = await act(id, 'cancel', { reason: 'Cancelled by mistake' });
  expect(status).toBe(200);
  return body;
}

const refusal = async (id: string) => {
  const { status, body } = await restore(id);
  expect((await detailOf(id)).status).toBe('cancelled');
  return [status, body.error.code, body.error.details];
};

describe('POST /invoices/{uuid}/restore (INV-54 to INV-56)', () => {
  it('returns the invoice to draft: cancellation cleared, restoredAt and restoredBy set, a status_change event', async () => {
    const before = await cancelled();
    const { status, body } = await restore(before.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'draft', number: before.number, balance: 121, amountPaid: 0 },
      ...{ cancellationReason: null, cancelledAt: null, cancelledBy: null },
      restoredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      restoredBy: { id: expect.any(String), name: 'Ana Popescu', email: expect.stringContaining('@') },
      ...{ xmlGenerated: false, xmlPath: null, pdfGenerated: false, pdfPath: null },
    });
    expect(body.events[0]).toMatchObject({ type: 'status_change', status: 'draft', user: { name: 'Ana Popescu' } });
    expect((await detailOf(before.id)).status).toBe('draft');
  });

  it('keeps a placeholder, too: a draft that was cancelled', async () => {
    const { id, number } = await draft();
    await act(id, 'cancel', { reason: 'Cancelled by mistake' });
    expect((await restore(id)).body).toMatchObject({ status: 'draft', number });
  });

  it('its XML returns 410 until it is issued; the new XML is of the changed draft', async () => {
    const before = await cancelled();
    await restore(before.id);
    const gone = await request<Refusal>('GET', `/invoices/${before.id}/xml`);
    expect([gone.status, gone.body.error.code]).toEqual([410, 'gone']);
    const change = { notes: 'corectată', documentSeriesId: crypto.randomUUID() };
    expect((await request('PUT', `/invoices/${before.id}`, change)).status).toBe(200);
    await act(before.id, 'issue');
    const xml = await file(before.id, 'xml');
    expect([xml.status, xml.body.toString().includes('corectată')]).toEqual([200, true]);
  });

  it('rejects one that is not cancelled: 409', async () => {
    const { id } = await draft();
    for (const status of ['draft', 'issued', 'uploaded', 'validated', 'error'] as const) {
      await become(id, { status });
      const { status: code, body } = await restore(id);
      expect([code, body.error]).toMatchObject([409, { code: 'conflict', details: { status, reason: 'not_cancelled' } }]);
    }
  });

  it.runIf(DEPTH)('the number stays reserved and is used at the next issue; the series continues meanwhile', async () => {
    const before = await cancelled();
    await restore(before.id);
    const between = await issued();
    const again = await act(before.id, 'issue');
    expect(again.body).toMatchObject({ status: 'issued', number: before.number, xmlGenerated: true, pdfGenerated: true });
    const next = await issued();
    const digits = (number: string): number => Number(number.split('-')[1]);
    expect([digits(between.number) - digits(before.number), digits(next.number) - digits(between.number)]).toEqual([1, 1]);
  });

  it.runIf(DEPTH)('clears the response of the authority to the cancelled document', async () => {
    const before = await cancelled({}, { status: 'rejected', taxauthStatus: 'rejected', taxauthValidationErrors: ['BR-1'] });
    expect((await restore(before.id)).body).toMatchObject({ taxauthStatus: null, taxauthValidationErrors: null });
  });

  it.runIf(DEPTH)('a refund is open again until it is issued again, which settles it', async () => {
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }];
    const before = await cancelled({ lines });
    expect(before).toMatchObject({ total: -121, amountPaid: -121, balance: 0 });
    expect((await restore(before.id)).body).toMatchObject({ amountPaid: 0, balance: 0, paidAt: null, paymentStatus: 'unpaid' });
    expect((await act(before.id, 'issue')).body).toMatchObject({ amountPaid: -121, balance: 0, paymentStatus: 'paid' });
  });

  it.runIf(DEPTH)('moves the invoice in lists and counts', async () => {
    const own = await newTrader();
    const { id } = await own.issued();
    const counts = async () =>
      Promise.all(
        ['draft', 'issued', 'cancelled'].map(
          async status => (await own.request<InvoiceList>('GET', `/invoices?status=${status}`)).body.total,
        ),
      );
    await own.act(id, 'cancel', { reason: 'Cancelled by mistake' });
    expect(await counts()).toEqual([0, 0, 1]);
    await own.act(id, 'restore');
    expect(await counts()).toEqual([1, 0, 0]);
  });
});

describe('errors of restore: 422 with the reason (INV-54)', () => {
  it('recorded payments', async () => {
    const { id } = await draft({ collect: { value: 1 } });
    await act(id, 'cancel', { reason: 'Cancelled by mistake' });
    expect(await refusal(id)).toEqual(because('has_payments'));
  });

  it.runIf(DEPTH)('validated by the authority', async () => {
    const { id } = await cancelled({}, { status: 'validated', validatedAt: '2026-01-02T03:04:05.000Z' });
    expect(await refusal(id)).toEqual(because('validated'));
  });

  it.runIf(DEPTH)('its series was deleted', async () => {
    const series = await request<Series>('POST', '/document-series', { prefix: 'RST', type: 'invoice' });
    const { id } = await cancelled({ documentSeriesId: series.body.id });
    await transact([remove(seriesKey(scope.company, series.body.id))]);
    expect(await refusal(id)).toEqual(because('series_deleted'));
  });

  it.runIf(DEPTH)('cancelled more than 30 days ago; on the thirtieth day it is still possible', async () => {
    const [late, inTime] = [await cancelled(), await cancelled()];
    await service().advance('P29DT23H');
    expect((await restore(inTime.id)).status).toBe(200);
    await service().advance('PT2H');
    expect(await refusal(late.id)).toEqual(because('too_late'));
  });
});

describe.runIf(DEPTH)('simultaneous requests', () => {
  it('10 restores: one 200, the others 409, one event', async () => {
    const { id } = await cancelled();
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
    const { events } = await detailOf(id);
    expect(events.filter(event => event.status === 'draft')).toHaveLength(2);
  });
});

describe.runIf(DEPTH)('a process that died before the files were made', () => {
  it('leaves no files that return after cancel and restore', async () => {
    const { id } = await draft();
    service().runtime.faults.crash({ call: 1, when: 'after', name: 'invoices-issue', operation: 'dynamodb.TransactWriteItems' });
    await act(id, 'issue').catch(() => undefined);
    expect(service().runtime.faults.crashed()).toBe(true);
    expect((await detailOf(id)).status).toBe('issued');
    await act(id, 'cancel', { reason: 'Cancelled by mistake' });
    await restore(id);
    await service().advance('PT10M');
    expect(await detailOf(id)).toMatchObject({ status: 'draft', pdfPath: null, xmlPath: null });
  });
});
