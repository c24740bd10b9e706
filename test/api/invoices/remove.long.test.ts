import { describe, expect, it } from 'vitest';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import type { Series } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { scope, request, act, remove, draft } = useTrader();

describe('DELETE of a draft (INV-57 to INV-59)', () => {
  it('removes lines and payments; only the timeline remains unchanged', async () => {
    const lines = Array.from({ length: 900 }, () => ({ description: 'x'.repeat(900), quantity: 1, unitPrice: 1, vatRate: 21 }));
    const { id } = await draft({ lines, collect: { value: 5 } });
    await remove(id);
    const left = await queryItems<{ kind: string; data: { type: string }[] }>({
      partition: companyPartition(scope.company),
      beginsWith: `INV#${id}`,
    });
    expect(left.map(({ kind, data }) => [kind, ...data.map(({ type }) => type)])).toEqual([
      ['event', 'created', 'payment_received'],
    ]);
  });

  it('frees its series', async () => {
    const series = await request<Series>('POST', '/document-series', { prefix: 'DEL', type: 'invoice' });
    const first = await draft({ documentSeriesId: series.body.id });
    await remove(first.id);
    expect((await request('DELETE', `/document-series/${series.body.id}`)).status).toBe(204);
  });
});

describe('At the same moment', () => {
  it('10 deletes: one 204, the others 404', async () => {
    const { id } = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([204, ...Array<number>(9).fill(404)]);
  });

  it('a delete and the issue: one succeeds, the other is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await draft();
      const [removed, issue] = await Promise.all([remove(id), act(id, 'issue')]);
      const after = await request('GET', `/invoices/${id}`);
      const outcome = [removed.status, issue.status, after.status].join(' ');
      expect(['204 404 404', '409 200 200']).toContain(outcome);
    }
  });
});
