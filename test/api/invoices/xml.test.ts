import { describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { headers } from './files-calls.ts';

const { request, draft, issued } = useTrader();

const get = <T = Buffer>(path: string): Promise<Answered<T>> => request<T>('GET', `/invoices/${path}`);

describe('GET /invoices/{uuid}/xml (OUT-19, OUT-20)', () => {
  it('returns the XML of the issued invoice as a download', async () => {
    const { id, number } = await issued();
    const answer = await get(`${id}/xml`);
    expect(answer.status).toBe(200);
    expect(headers(answer, 'content-type', 'content-disposition', 'content-length')).toEqual([
      'application/xml',
      `attachment; filename="${number}.xml"`,
      String(answer.body.length),
    ]);
    expect(answer.body.toString()).toContain(
      'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>',
    );
  });

  it('returns 404 for a draft', async () => {
    const { id } = await draft();
    const { status, body } = await get<Refusal>(`${id}/xml`);
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'A draft has no XML: issue it first.' }]);
  });
});
