import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import type { InvoiceList } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { request, remove, act, draft, issued, inForce, become, newTrader } = useTrader();

describe('DELETE of a draft (INV-57 to INV-59)', () => {
  it('returns 204 without a body, and from then on 404 everywhere', async () => {
    const { id } = await draft();
    const answer = await remove(id);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/pdf'],
      ['GET', '/xml'],
      ['PUT', '', { notes: 'x' }],
      ['DELETE', ''],
      ['POST', '/issue'],
      ['POST', '/cancel', { reason: 'Not needed any more' }],
      ['POST', '/restore'],
    ] as const) {
      expect((await request(method, `/invoices/${id}${path}`, body)).status, `${method} ${path}`).toBe(404);
    }
  });

  it('removes it from lists, counts and totals', async () => {
    const own = await newTrader();
    const kept = await own.draft();
    const { id } = await own.draft();
    await own.remove(id);
    const { body } = await own.request<InvoiceList>('GET', '/invoices?includeTotals=true');
    expect([body.total, body.data.map(row => row.id), body.totals?.map(one => one.total)]).toEqual([1, [kept.id], [121]]);
  });

  it('rejects a draft with a number, which was issued, cancelled and restored: 409, and nothing is deleted', async () => {
    const { id, number } = await issued();
    await act(id, 'cancel', { reason: 'Issued by mistake' });
    await act(id, 'restore');
    const { status, body } = await remove(id);
    expect([status, body.error.details]).toEqual([409, { status: 'draft', reason: 'numbered' }]);
    expect((await request('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'draft', number });
  });

  it.each<[InvoiceStatus, object]>([
    ['issued', { issuedAt: expect.any(String) }],
    ['sent_to_provider', { uploadedAt: '2026-01-02T03:04:05Z', taxauthUploadIndex: '4711' }],
    ['validated', { validatedAt: '2026-01-02T03:04:05Z' }],
    ['rejected', {}],
    ['error', {}],
    ['cancelled', { cancelledAt: '2026-01-02T03:04:05Z' }],
  ])('rejects one that is %s: 409 with the status, the reason and its timestamps', async (status, stamps) => {
    const { id } = await inForce();
    const { uploadedAt, ...own } = stamps as Record<string, string>;
    await become(id, { status, ...(status !== 'issued' && own), ...(uploadedAt && { submittedAt: uploadedAt }) });
    const { status: code, body } = await remove(id);
    expect([code, body.error]).toMatchObject([409, { code: 'conflict', details: { status, reason: 'not_draft', ...stamps } }]);
    expect((await request('GET', `/invoices/${id}`)).status).toBe(200);
  });
});
