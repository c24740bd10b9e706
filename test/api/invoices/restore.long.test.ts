import { describe, expect, it } from 'vitest';
import { seriesKey } from '#shared/records/catalogue/series/store.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import type { InvoiceList, Series } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { restoreCalls, because } from './restore-calls.ts';

const service = useOwnService();

const { scope, request, act, draft, issued, detailOf, newTrader, restore, cancelled, refusal } = restoreCalls(service);

describe('POST /invoices/{uuid}/restore (INV-54 to INV-56)', () => {
  it('the number stays reserved and is used at the next issue; the series continues meanwhile', async () => {
    const before = await cancelled();
    await restore(before.id);
    const between = await issued();
    const again = await act(before.id, 'issue');
    expect(again.body).toMatchObject({ status: 'issued', number: before.number, xmlGenerated: true, pdfGenerated: true });
    const next = await issued();
    const digits = (number: string): number => Number(number.split('-')[1]);
    expect([digits(between.number) - digits(before.number), digits(next.number) - digits(between.number)]).toEqual([1, 1]);
  });

  it('clears the response of the authority to the cancelled document', async () => {
    const before = await cancelled({}, { status: 'rejected', taxauthStatus: 'rejected', taxauthValidationErrors: ['BR-1'] });
    expect((await restore(before.id)).body).toMatchObject({ taxauthStatus: null, taxauthValidationErrors: null });
  });

  it('a refund is open again until it is issued again, which settles it', async () => {
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }];
    const before = await cancelled({ lines });
    expect(before).toMatchObject({ total: -121, amountPaid: -121, balance: 0 });
    expect((await restore(before.id)).body).toMatchObject({ amountPaid: 0, balance: 0, paidAt: null, paymentStatus: 'unpaid' });
    expect((await act(before.id, 'issue')).body).toMatchObject({ amountPaid: -121, balance: 0, paymentStatus: 'paid' });
  });

  it('moves the invoice in lists and counts', async () => {
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
  it('validated by the authority', async () => {
    const { id } = await cancelled({}, { status: 'validated', validatedAt: '2026-01-02T03:04:05.000Z' });
    expect(await refusal(id)).toEqual(because('validated'));
  });

  it('its series was deleted', async () => {
    const series = await request<Series>('POST', '/document-series', { prefix: 'RST', type: 'invoice' });
    const { id } = await cancelled({ documentSeriesId: series.body.id });
    await transact([remove(seriesKey(scope.company, series.body.id))]);
    expect(await refusal(id)).toEqual(because('series_deleted'));
  });

  it('cancelled more than 30 days ago; on the thirtieth day it is still possible', async () => {
    const [late, inTime] = [await cancelled(), await cancelled()];
    await service().advance('P29DT23H');
    expect((await restore(inTime.id)).status).toBe(200);
    await service().advance('PT2H');
    expect(await refusal(late.id)).toEqual(because('too_late'));
  });
});

describe('simultaneous requests', () => {
  it('10 restores: one 200, the others 409, one event', async () => {
    const { id } = await cancelled();
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
    const { events } = await detailOf(id);
    expect(events.filter(event => event.status === 'draft')).toHaveLength(2);
  });
});

describe('a process that died before the files were made', () => {
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
    const work = { partition: companyPartition(scope.company), beginsWith: `FOLLOW#render#${id}` };
    expect(await queryItems(work)).toEqual([]);
  });
});
