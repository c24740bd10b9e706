import { describe, expect, it } from 'vitest';
import type { InvoiceList } from '../../support/contract.ts';
import { refusal } from '../../support/refusals.ts';
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

  it('rejects one that is no draft: 409 with the status, the reason and its timestamps', async () => {
    const { id } = await inForce();
    const [at, told] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'];
    for (const [status, fields, stamps] of [
      ['issued', {}, { issuedAt: expect.any(String) as string }],
      ['sent_to_provider', { submittedAt: at, taxauthUploadIndex: '4711' }, { uploadedAt: told, taxauthUploadIndex: '4711' }],
      ['validated', { validatedAt: at }, { validatedAt: told }],
      ['cancelled', { cancelledAt: at }, { cancelledAt: told }],
    ] as const) {
      await become(id, { status, ...fields });
      expect(refusal(await remove(id))).toMatchObject([409, 'conflict', { status, reason: 'not_draft', ...stamps }]);
      expect((await request('GET', `/invoices/${id}`)).status).toBe(200);
    }
  });
});
