import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '../../../shared/model/invoice.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { companyPartition, companyScope } from '../../../shared/store/table.ts';
import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { become, call, draft, issued, trader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await trader(service());
});

const newDraft = (overrides: object = {}): Promise<Invoice> =>
  draft(service(), scope, { clientId: scope.clientId, ...overrides });
const remove = (id: string): Promise<Answered<Refusal>> => call(service(), scope, 'DELETE', `/invoices/${id}`);
const act = (id: string, action: string, body?: object) => call(service(), scope, 'POST', `/invoices/${id}/${action}`, body);

describe('DELETE of a draft (completions-documents §1.4)', () => {
  it('answers 204 without a body, and from then on 404 everywhere', async () => {
    const { id } = await newDraft();
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
      expect((await call(service(), scope, method, `/invoices/${id}${path}`, body)).status, `${method} ${path}`).toBe(404);
    }
  });

  it('takes it out of lists, counts and totals', async () => {
    const own = await trader(service());
    const kept = await draft(service(), own, { clientId: own.clientId });
    const { id } = await draft(service(), own, { clientId: own.clientId });
    await call(service(), own, 'DELETE', `/invoices/${id}`);
    const { body } = await call<{ data: { id: string }[]; total: number; totals: { total: number }[] }>(
      ...([service(), own, 'GET', '/invoices?includeTotals=true'] as const),
    );
    expect([body.total, body.data.map(row => row.id), body.totals.map(one => one.total)]).toEqual([1, [kept.id], [121]]);
  });

  it('removes lines and payments; the timeline alone stays, as it was', async () => {
    const lines = Array.from({ length: 900 }, () => ({ description: 'x'.repeat(900), quantity: 1, unitPrice: 1, vatRate: 21 }));
    const { id } = await newDraft({ lines, collect: { value: 5 } });
    await remove(id);
    const left = await queryItems<{ kind: string; data: { type: string } }>({
      partition: companyPartition(companyScope(scope.company)),
      beginsWith: `INV#${id}`,
    });
    expect(left.map(item => [item.kind, item.data.type])).toEqual([
      ['event', 'created'],
      ['event', 'payment_received'],
    ]);
  });

  it('lets go of its series, and gives no number back', async () => {
    const series = await call<{ id: string }>(service(), scope, 'POST', '/document-series', { prefix: 'DEL', type: 'invoice' });
    const first = await newDraft({ documentSeriesId: series.body.id });
    await remove(first.id);
    expect((await call(service(), scope, 'DELETE', `/document-series/${series.body.id}`)).status).toBe(204);

    const numbered = await issued(service(), scope, { clientId: scope.clientId });
    await act(numbered.id, 'cancel', { reason: 'Issued by mistake' });
    await act(numbered.id, 'restore');
    expect((await remove(numbered.id)).status).toBe(204);
    const next = await issued(service(), scope, { clientId: scope.clientId });
    expect(Number(next.number.split('-')[1])).toBe(Number(numbered.number.split('-')[1]) + 1);
  });

  it.each<[InvoiceStatus, object]>([
    ['issued', { issuedAt: expect.any(String) }],
    ['sent_to_provider', { uploadedAt: '2026-01-02T03:04:05Z', taxauthUploadIndex: '4711' }],
    ['validated', { validatedAt: '2026-01-02T03:04:05Z' }],
    ['rejected', {}],
    ['error', {}],
    ['cancelled', { cancelledAt: '2026-01-02T03:04:05Z' }],
  ])('refuses one that is %s: 409 with the status, the reason and its stamps', async (status, stamps) => {
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    const { uploadedAt, ...own } = stamps as Record<string, string>;
    await become(scope, id, { status, ...(status !== 'issued' && own), ...(uploadedAt && { submittedAt: uploadedAt }) });
    const { status: code, body } = await remove(id);
    expect([code, body.error]).toMatchObject([409, { code: 'conflict', details: { status, reason: 'not_draft', ...stamps } }]);
    expect((await call(service(), scope, 'GET', `/invoices/${id}`)).status).toBe(200);
  });
});

describe('At the same moment', () => {
  it('10 deletes: one 204, the others 404', async () => {
    const { id } = await newDraft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([204, ...Array<number>(9).fill(404)]);
  });

  it('a delete and the issue: one of them happens, the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newDraft();
      const [removed, issue] = await Promise.all([remove(id), act(id, 'issue')]);
      const after = await call(service(), scope, 'GET', `/invoices/${id}`);
      const outcome = [removed.status, issue.status, after.status].join(' ');
      expect(['204 404 404', '409 200 200']).toContain(outcome);
    }
  });
});
