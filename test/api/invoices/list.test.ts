import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Answered, InvoiceList, Refusal } from '../../support/contract.ts';
import { expectedPage, seededInvoices, totalsOf } from '../../support/lists/invoice-list.ts';
import { useTrader } from '../../support/trader.ts';

const { scope, request } = useTrader();
const documents: InvoiceDocument[] = [];

const list = (query: Record<string, unknown> | string): Promise<Answered<InvoiceList & Refusal>> => {
  const text = typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString();
  return request('GET', `/invoices?${text}`);
};

beforeAll(async () => {
  documents.push(...seededInvoices(40, scope.company, [scope.clientId], newId()));
  for (const document of documents) await transact(createWrites(INVOICES, document, []));
});

describe('GET /invoices (INV-68 to INV-73)', () => {
  it.each<Record<string, unknown>>([
    {},
    { status: 'issued,paid', sort: 'total', order: 'asc', includeTotals: 'true' },
    { direction: 'outgoing', isCreditNote: 'false', currency: 'RON', search: 'SANTIER', sort: 'dueDate' },
    { isPaid: 'false', totalMin: '100', sort: 'number', includeTotals: 'true' },
  ])('returns for %j the same as a scan of every document', async query => {
    const { status, body } = await list(query);
    expect(status, JSON.stringify(body)).toBe(200);
    const expected = expectedPage(documents, query);
    expect(expected.total).toBeGreaterThan(0);
    expect(body.data.map(row => row.uuid)).toEqual(expected.ids);
    expect([body.total, body.pages]).toEqual([expected.total, Math.ceil(expected.total / 20)]);
    expect(body.totals).toEqual(query['includeTotals'] ? totalsOf(expected.documents) : undefined);
  });

  it('page by page, across months, each document once', async () => {
    const pages = await Promise.all(Array.from({ length: 3 }, (_, page) => list({ page: page + 1, limit: 15 })));
    expect(pages.flatMap(page => page.body.data.map(row => row.id))).toEqual(expectedPage(documents, { limit: 40 }).ids);
    expect(pages.at(-1)?.body).toMatchObject({ page: 3, limit: 15, pages: 3, total: 40 });
  });

  it('an item has the fields of the contract, and amounts as numbers', async () => {
    const one = documents.find(
      each => each.status === 'issued' && each.direction === 'outgoing' && !each.isCreditNote && each.clientId,
    );
    const { body } = await list({ search: one?.number ?? '', direction: 'outgoing', status: 'issued', limit: 100 });
    expect(body.data.find(row => row.id === one?.id)).toEqual({
      id: one?.id,
      uuid: one?.id,
      source: null,
      number: one?.number,
      status: 'issued',
      paymentStatus: expect.stringMatching(/^(unpaid|partially_paid|paid)$/),
      isOverdue: expect.any(Boolean),
      direction: 'outgoing',
      isCreditNote: false,
      currency: one?.currency,
      issueDate: one?.issueDate,
      dueDate: one?.dueDate,
      subtotal: Number(one?.subtotal),
      vatTotal: Number(one?.vatTotal),
      total: Number(one?.total),
      fiscalSubtotal: Number(one?.subtotal),
      fiscalVatTotal: Number(one?.vatTotal),
      fiscalTotal: Number(one?.total),
      payableTotal: Number(one?.total),
      amountPaid: Number(one?.amountPaid),
      balance: Number(one?.balance),
      refundDue: 0,
      taxauthDeadline: expect.stringMatching(/^2026-\d\d-\d\d$/),
      taxauthLate: expect.any(Boolean),
      clientName: one?.client?.name,
      supplier: { id: scope.company, name: one?.seller.name, cif: '40123452' },
      createdAt: one?.createdAt.replace('.000Z', 'Z'),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('a meaningless query: 422 with the parameter', async () => {
    const { status, body } = await list({ status: 'open' });
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([422, 'validation_error', ['status']]);
  });

  it('an empty parameter counts as absent, an unknown one is ignored', async () => {
    const { body } = await list('status=&search=&from=&clientId=&sort=&order=&totalMin=&colour=red');
    expect(body.total).toBe(documents.length);
  });
});
