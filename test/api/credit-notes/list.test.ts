import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditNote, Invoice } from '../../support/contract.ts';
import { creditDraft, creditIssued, type Crediting, creditingIn } from '../../support/credit-notes.ts';
import { call, inForce, readyCompany } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await creditingIn(service(), await readyCompany(service()));
});
const invoiced = (): Promise<Invoice> => inForce(service(), scope, { clientId: scope.clientId });

describe('GET /invoices?isCreditNote=true (completions-documents §3)', () => {
  it('lists credit notes in their own shape, filtered by status, parent, client and dates', async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
    const invoice = await invoiced();
    const [open, done] = [
      await creditDraft(service(), scope, invoice),
      await creditIssued(service(), scope, invoice, { notes: 'Notă' }),
    ];
    const list = async (query: string) =>
      (await call<{ total: number; data: CreditNote[] }>(service(), scope, 'GET', `/invoices?isCreditNote=true${query}`)).body;
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
      ...{ status: 'issued', taxauthStatus: null, taxauthUploadIndex: null, currency: 'RON', exchangeRate: 1 },
      ...{ issueDate: done.issueDate, dueDate: done.dueDate, subtotal: '-50.00', vatAmount: '-10.50', total: '-60.50' },
      createdAt: done.createdAt,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await list('&status=draft')).data.map(one => one.uuid)).toEqual([open.uuid]);
    expect((await list('&status=issued,validated')).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list(`&parentDocumentId=${invoice.id}`)).total).toBe(2);
    expect((await list(`&clientId=${scope.clientId}&search=${done.number}`)).data.map(one => one.uuid)).toEqual([done.uuid]);
    expect((await list('&from=2099-01-01')).total).toBe(0);
    const plain = await call<{ total: number }>(service(), scope, 'GET', '/invoices?isCreditNote=false');
    expect(plain.body.total).toBe(1);
  });
});
