import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { SeriesAudit } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /document-series/{uuid}/audit', () => {
  it('a restored draft that was deleted leaves a gap that it explains; the chain holds', async () => {
    const other = await service().newCompany(await service().newUser());
    const [one, two] = [await issued(service(), other), await issued(service(), other)];
    for (const [method, action, body] of [
      ['POST', '/cancel', { reason: 'Ordered twice' }],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const)
      expect((await call(service(), other, method, `/invoices/${one.id}${action}`, body)).status).toBeLessThan(300);
    const path = `/document-series/${one['documentSeriesId'] as string}/audit`;
    const { body } = await call<SeriesAudit>(service(), other, 'GET', path);
    expect(body).toMatchObject({
      ...{ first: { sequence: 1 }, last: { sequence: 2 }, gaps: [{ from: 1, to: 1 }], chainHolds: true, problems: [] },
      deleted: [{ sequence: 1, number: one.number, invoiceId: one.id, deletedAt: expect.stringMatching(/Z$/) as string }],
    });
    const csv = await call<string>(service(), other, 'GET', `${path}?format=csv`);
    const rows = parse(Buffer.from(csv.body), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(row => [row['number'], row['status']])).toEqual([
      [one.number, 'deleted'],
      [two.number, 'issued'],
    ]);
  });

  it('names the numbers that were left out', async () => {
    const other = await service().newCompany(await service().newUser());
    const one = await issued(service(), other);
    const id = one['documentSeriesId'] as string;
    await call(service(), other, 'PATCH', `/document-series/${id}`, { currentNumber: 4 });
    await issued(service(), other);
    const { body } = await call<SeriesAudit>(service(), other, 'GET', `/document-series/${id}/audit`);
    expect(body).toMatchObject({ gaps: [{ from: 2, to: 4 }], count: 2, chainHolds: true });
    const csv = await call<string>(service(), other, 'GET', `/document-series/${id}/audit?format=csv`);
    expect(String(csv.body)).toContain('"2-4",');
  });
});
