import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { paymentCalls } from '../payments/calls.ts';
import { pdfCalls, textOf } from './pdf-calls.ts';

const service = useOwnService();

const { trader, scope, act, draft, issued, creditIssued, get } = pdfCalls(service);
const { pay } = paymentCalls(trader);

describe('GET /invoices/{uuid}/pdf (OUT-2 to OUT-12)', () => {
  it('of an issued invoice reflects its payments and credit notes, and is unchanged without them', async () => {
    const { id } = await issued();
    const first = await get(`${id}/pdf`);
    const again = await get(`${id}/pdf`);
    expect(again.body.equals(first.body)).toBe(true);
    expect(await textOf(first.body)).not.toContain('Achitat');

    expect((await pay(id, '21.01')).status).toBe(201);
    const paid = await textOf((await get(`${id}/pdf`)).body);
    expect([paid.includes('Achitat'), paid.includes('99,99 RON')]).toEqual([true, true]);

    await creditIssued({ id });
    const credited = await textOf((await get(`${id}/pdf`)).body);
    expect([credited.includes('Stornat'), credited.includes('39,49 RON')]).toEqual([true, true]);
  });

  it('letters that no font has: the invoice is issued, its PDF is rejected with 422, and is not tried again until it changes', async () => {
    const lines = [{ description: '삼성', quantity: '1', unitPrice: '10', vatRate: '21' }];
    const { id } = await issued({ lines });
    const refused = await get<Refusal>(`${id}/pdf`);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
    expect(refused.body.error.message).toContain('"삼" (U+C0BC) in the line 1 description');
    const work = { partition: companyPartition(scope.company), beginsWith: `FOLLOW#render#${id}` };
    expect(await queryItems(work)).toHaveLength(1);
    await service().advance('PT10M');
    expect(await queryItems(work)).toEqual([]);
  });

  it('failed rendering returns 500, and may be tried again', async () => {
    const { id } = await draft();
    const { faults } = service().runtime;
    faults.add({ service: 's3', operation: 'PutObject', kind: 'fail', rate: 1 });
    const refused = await get<Refusal>(`${id}/pdf`);
    faults.clear();
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([500, 'internal_error', '5']);
    expect((await get(`${id}/pdf`)).status).toBe(200);
  });

  it('marks a cancelled invoice', async () => {
    const { id } = await issued();
    await act(id, 'cancel', { reason: 'Comandă anulată' });
    expect(await textOf((await get(`${id}/pdf`)).body)).toContain('ANULAT');
  });
});
