import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import type { Refusal } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { restoreCalls, because } from './restore-calls.ts';

const service = useService();

const { request, act, draft, detailOf, file, become, restore, cancelled, refusal } = restoreCalls(service);

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

  it.each<InvoiceStatus>(['draft', 'issued', 'sent_to_provider', 'uploaded', 'validated', 'rejected', 'error'])(
    'rejects one that is %s: 409 not_cancelled',
    async status => {
      const { id } = await draft();
      await become(id, { status });
      const { status: code, body } = await restore(id);
      expect([code, body.error]).toMatchObject([409, { code: 'conflict', details: { status, reason: 'not_cancelled' } }]);
    },
  );
});

describe('errors of restore: 422 with the reason (INV-54)', () => {
  it('recorded payments', async () => {
    const { id } = await draft({ collect: { value: 1 } });
    await act(id, 'cancel', { reason: 'Cancelled by mistake' });
    expect(await refusal(id)).toEqual(because('has_payments'));
  });
});
