import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Answered, CreditNote, Invoice, InvoiceList, Refusal } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { storedNotifications } from '../../support/webhooks/stored.ts';

const { scope, request, put, act, draft, issued, detailOf, file, creditDraft, sendCredit, creditBody, become, newTrader } =
  useTrader();

const changed = async (id: string, metadata: unknown): Promise<Invoice> => {
  const answer = await put(id, { metadata });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.invoice;
};

const list = (query: Record<string, string>, ask = request): Promise<Answered<InvoiceList & Refusal>> =>
  ask('GET', `/invoices?${new URLSearchParams(query)}`);
const found = async (query: Record<string, string>): Promise<string[]> => (await list(query)).body.data.map(({ id }) => id);

describe('metadata of invoices (MET-1 to MET-4)', () => {
  it('is set at create, and changed key by key', async () => {
    const { id, metadata } = await draft({ metadata: { shop: 'ro', order: '4711', empty: '' } });
    expect(metadata).toEqual({ order: '4711', shop: 'ro' });
    expect((await draft()).metadata).toEqual({});
    const { body } = await put(id, { notes: 'x', metadata: { order: null, note: 'ș' } });
    expect(body.invoice).toMatchObject({ notes: 'x', metadata: { note: 'ș', shop: 'ro' } });
    expect((await put(id, { notes: 'y' })).body.invoice.metadata).toEqual({ note: 'ș', shop: 'ro' });
    expect((await changed(id, null)).metadata).toEqual({});
    expect((await detailOf(id)).metadata).toEqual({});
  });

  it('alone it is changed in every status, and nothing else of the document changes', async () => {
    const { id } = await issued({ metadata: { order: '1' } });
    const before = await detailOf(id);
    const [pdf, xml] = [await file(id, 'pdf'), await file(id, 'xml')];
    await changed(id, { order: '2', paid: 'no' });
    const after = await detailOf(id);
    expect(after.metadata).toEqual({ order: '2', paid: 'no' });
    const rest = ({ metadata: _, updatedAt: __, events: ___, ...others }: Invoice) => others;
    expect(rest(after)).toEqual(rest(before));
    expect(after.events[0]).toMatchObject({
      type: 'updated',
      details: 'Metadata changed',
      metadata: {
        changes: [
          { field: 'metadata.order', from: '1', to: '2' },
          { field: 'metadata.paid', from: null, to: 'no' },
        ],
      },
    });
    expect([(await file(id, 'pdf')).body.equals(pdf.body), (await file(id, 'xml')).body.equals(xml.body)]).toEqual([true, true]);
    await changed(id, { order: '2' });
    expect((await detailOf(id)).events).toHaveLength(after.events.length);
    expect((await put(id, { metadata: { order: '3' }, notes: 'x' })).status).toBe(409);
    await act(id, 'cancel', { reason: 'x' });
    expect((await changed(id, { order: '5' })).metadata).toEqual({ order: '5', paid: 'no' });
    for (const fields of [{ status: 'validated' }, { status: 'synced', direction: 'incoming' }] as const) {
      await become(id, fields);
      expect((await changed(id, { order: fields.status })).metadata).toMatchObject({ order: fields.status });
    }
    expect((await put(id, { metadata: { order: '6' }, internalNote: 'x' })).body.invoice).toMatchObject({
      internalNote: 'x',
      metadata: { order: '6' },
    });
    expect((await put(randomUUID(), { metadata: { order: '6' } })).status).toBe(404);
  });

  it('changes at the same time keep the keys of each other, and a repeated one changes nothing more', async () => {
    const { id } = await issued();
    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all([...keys, ...keys].map(key => changed(id, { [key]: '1' })));
    const { metadata, events } = await detailOf(id);
    expect(metadata).toEqual({ a: '1', b: '1', c: '1', d: '1' });
    expect(events.filter(({ details }) => details === 'Metadata changed')).toHaveLength(4);
  });

  it('of a credit note too', async () => {
    const parent = await issued({ metadata: { order: '1' } });
    const { id } = await creditDraft(parent, { metadata: { refund: '9' } });
    const shown = async (answer: Promise<Answered<unknown>>) => ((await answer).body as CreditNote).metadata;
    expect(await shown(request('GET', `/invoices/${id}`))).toEqual({ refund: '9' });
    expect(await shown(sendCredit(creditBody(parent, { metadata: { more: 'x' } }), id))).toEqual({ more: 'x', refund: '9' });
    expect(await shown(sendCredit(creditBody(parent), id))).toEqual({ more: 'x', refund: '9' });
    await act(id, 'issue');
    expect(await shown(put(id, { metadata: { more: null } }))).toEqual({ refund: '9' });
  });

  it('what is wrong is refused with its field', async () => {
    const { id } = await draft({ metadata: Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`k${place}`, 'x'])) });
    expect(refusedFields(await put(id, { metadata: { more: 'x' } }))).toEqual([422, 'validation_error', ['metadata']]);
    expect(refusedFields(await put(id, { metadata: { a: 1 } }))).toEqual([400, 'bad_request', ['metadata.a']]);
    expect(refusedFields(await put(id, { metadata: { 'a[b]': '1' } }))).toEqual([400, 'bad_request', ['metadata']]);
    expect(refusedFields(await put(id, { metadata: 'x' }))).toEqual([400, 'bad_request', ['metadata']]);
  });

  it('is in the data of events, where there is any (MET-7)', async () => {
    const datas = async ({ id }: Pick<Invoice, 'id'>) =>
      (await storedNotifications(companyScope(scope.company), `INV#${id}`)).map(({ type, data }) => [
        type,
        (data as { metadata?: object }).metadata,
      ]);
    const one = await issued({ metadata: { order: '1' } });
    await act(one.id, 'payments', { amount: one.total, paymentDate: one.issueDate, paymentMethod: 'cash' });
    const types = ['invoice.created', 'invoice.issued', 'invoice.updated', 'payment.created', 'invoice.updated', 'invoice.paid'];
    expect(await datas(one)).toEqual(types.map(type => [type, type === 'payment.created' ? undefined : { order: '1' }]));
    expect(await datas(await draft())).toEqual([['invoice.created', undefined]]);
  });

  it('is in a column of the CSV export', async () => {
    const number = (await issued({ metadata: { order: 'csv', a: '1' } })).number;
    const { body } = await request<Buffer>('GET', '/invoices/export/csv?metadata[order]=csv');
    const rows: string[][] = parse(body, { bom: true });
    expect(rows.map(row => [row[0], row.at(-2)])).toEqual([
      ['Invoice Number', 'Metadata'],
      [number, '{"a":"1","order":"csv"}'],
    ]);
  });
});

describe('looking up documents (MET-8, MET-9)', () => {
  it('by order number, metadata and idempotencyKey exactly; by a part in the search', async () => {
    const [key, order] = [`key,${randomUUID()}`, `Order/${randomUUID()}`];
    const one = await issued({ orderNumber: order, idempotencyKey: key, metadata: { shop: 'ro & bg', lot: '1' } });
    const contract = `C-${randomUUID()}`;
    const other = await draft({ contractNumber: contract, metadata: { shop: 'ro & bg', lot: '2' } });
    expect(await found({ orderNumber: order })).toEqual([one.id]);
    expect(await found({ orderNumber: order.toUpperCase() })).toEqual([]);
    expect(await found({ orderNumber: order.slice(0, -1) })).toEqual([]);
    expect((await found({ 'metadata[shop]': 'ro & bg' })).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(await found({ 'metadata[shop]': 'ro & bg', 'metadata[lot]': '2' })).toEqual([other.id]);
    expect(await found({ 'metadata[shop]': 'ro & bg', status: 'issued' })).toEqual([one.id]);
    expect(await found({ 'metadata[lot]': 'ro & bg' })).toEqual([]);
    expect(await found({ search: order.slice(6, 30) })).toEqual([one.id]);
    expect(await found({ search: contract.toUpperCase() })).toEqual([other.id]);
    expect((await list({ idempotencyKey: key, includeTotals: 'true' })).body).toMatchObject({
      data: [{ id: one.id, status: 'issued' }],
      ...{ total: 1, page: 1, pages: 1 },
      totals: [{ currency: 'RON', total: one.total }],
    });
    expect(await found({ idempotencyKey: key, status: 'draft' })).toEqual([]);
    expect(await found({ idempotencyKey: key, page: '2' })).toEqual([]);
    expect(await found({ idempotencyKey: key.slice(0, -1) })).toEqual([]);
    expect((await list({ idempotencyKey: key }, (await newTrader()).request)).body.total).toBe(0);
  });

  it('finds what has just been written or changed', async () => {
    const { id } = await draft({ metadata: { now: 'a' } });
    await changed(id, { now: 'b' });
    expect([await found({ 'metadata[now]': 'a' }), await found({ 'metadata[now]': 'b' })]).toEqual([[], [id]]);
  });

  it('a deleted draft is found no more', async () => {
    const key = randomUUID();
    const { id } = await draft({ idempotencyKey: key });
    await request('DELETE', `/invoices/${id}`);
    expect(await found({ idempotencyKey: key })).toEqual([]);
  });

  it.each([
    [{ metadata: 'x' }, 'metadata'],
    [{ 'metadata[]': 'x' }, 'metadata'],
    [{ orderNumber: 'x'.repeat(256) }, 'orderNumber'],
    [{ idempotencyKey: 'x'.repeat(256) }, 'idempotencyKey'],
  ])('%j is refused', async (query, field) => {
    expect(refusedFields(await list(query))).toEqual([422, 'validation_error', [field]]);
  });

  it('links of pages keep the filter', async () => {
    for (const lot of [1, 2]) await draft({ metadata: { paged: 'yes', lot: String(lot) } });
    const { headers } = await list({ 'metadata[paged]': 'yes', limit: '1' });
    expect(headers.get('link')).toContain('metadata%5Bpaged%5D=yes&limit=1&page=2>; rel="next"');
  });
});
