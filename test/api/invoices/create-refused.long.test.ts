import { describe, expect, it } from 'vitest';
import type { Series, VatRate } from '../../support/contract.ts';
import { createRefusedCalls, line } from './create-refused-calls.ts';

const { newTrader, refused } = createRefusedCalls();

describe('unknown records: 404', () => {
  it('a client, series, parent or VAT rate of another company', async () => {
    const other = await newTrader();
    const series = (await other.request<Series[]>('GET', '/document-series?type=invoice')).body[0];
    const rate = (await other.request<VatRate[]>('GET', '/vat-rates')).body[0];
    const parent = await other.issued();
    for (const overrides of [
      { clientId: other.scope.clientId },
      { documentSeriesId: series?.id },
      { parentDocumentId: parent.id },
      { lines: [line({ vatRateId: rate?.id })] },
    ]) {
      const [status, code] = await refused(overrides);
      expect([status, code], JSON.stringify(overrides)).toEqual([404, 'not_found']);
    }
  });
});
