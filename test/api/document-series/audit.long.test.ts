import { describe, expect, it } from 'vitest';
import type { SeriesAudit } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /document-series/{uuid}/audit', () => {
  it('names the numbers that were skipped', async () => {
    const other = await service().newCompany(await service().newUser());
    const one = await issued(service(), other);
    const id = one['documentSeriesId'] as string;
    await call(service(), other, 'PATCH', `/document-series/${id}`, {
      currentNumber: 4,
      reason: 'Numbers 2 to 4 are on paper',
    });
    await issued(service(), other);
    const { body } = await call<SeriesAudit>(service(), other, 'GET', `/document-series/${id}/audit`);
    expect(body).toMatchObject({ gaps: [{ from: 2, to: 4 }], count: 2, chainHolds: true });
    expect(body.counterChanges).toEqual([
      {
        ...{ from: 1, to: 4, reason: 'Numbers 2 to 4 are on paper', at: expect.stringMatching(/Z$/) as string },
        by: {
          id: expect.any(String) as string,
          name: expect.any(String) as string,
          email: expect.stringContaining('@') as string,
        },
      },
    ]);
    const csv = await call<string>(service(), other, 'GET', `/document-series/${id}/audit?format=csv`);
    expect(String(csv.body)).toContain('"2-4",');
  });
});
