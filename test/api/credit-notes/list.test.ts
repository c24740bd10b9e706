import { describe, expect, it } from 'vitest';
import type { CreditNote } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { scope, request, inForce, creditDraft, creditIssued } = useTrader({ connected: true });

describe('GET /invoices?isCreditNote=true (CRN-38)', () => {
  it('lists credit notes in their own format, filtered by status, parent, client and dates', async () => {
    const invoice = await inForce();
    const [open, done] = [await creditDraft(invoice), await creditIssued(invoice, { notes: 'Notă' })];
    const list = async (query: string) =>
      (await request<{ total: number; data: CreditNote[] }>('GET', `/invoices?isCreditNote=true${query}`)).body;
    const all = await list('&direction=outgoing');
    expect([all.total, all.data.map(one => one.uuid)]).toEqual([2, [done.uuid, open.uuid]]);
    expect(all.data[0]).toEqual({
      ...{ id: done.id, uuid: done.id, number: done.number, direction: 'outgoing', isCreditNote: true, notes: 'Notă' },
      ...{ seriesId: scope.seriesId, series: { uuid: scope.seriesId, name: 'NC', prefix: 'NC', year: null, nextNumber: 2 } },
      ...{ clientId: scope.clientId, client: done.client, parentDocumentId: invoice.id },
      parentDocument: {
        id: invoice.id,
        uuid: invoice.id,
        number: invoice.number,
        issueDate: invoice.issueDate,
        total: '121.00',
      },
      ...{ status: 'issued', source: null, taxauthStatus: null, taxauthUploadIndex: null, currency: 'RON', exchangeRate: 1 },
      ...{ taxauthDeadline: done.taxauthDeadline, taxauthLate: false },
      ...{ issueDate: done.issueDate, dueDate: done.dueDate, subtotal: '-50.00', vatAmount: '-10.50', total: '-60.50' },
      ...{ fiscalSubtotal: '-50.00', fiscalVatTotal: '-10.50', fiscalTotal: '-60.50', payableTotal: '-60.50' },
      supplier: done.supplier,
      createdAt: done.createdAt,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await list('&status=draft')).data.map(one => one.uuid)).toEqual([open.uuid]);
    expect((await list('&status=issued,validated')).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list(`&parentDocumentId=${invoice.id}`)).total).toBe(2);
    expect((await list(`&clientId=${scope.clientId}&search=${done.number}`)).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list('&from=2099-01-01')).total).toBe(0);
    const plain = await request<{ total: number }>('GET', '/invoices?isCreditNote=false');
    expect(plain.body.total).toBe(1);
  });
});
