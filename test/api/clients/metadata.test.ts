import { describe, expect, it } from 'vitest';
import { refusedFields } from '../../support/refusals.ts';
import type { Client, ClientPage, Product, ProductPage } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { firm, names } from './calls.ts';

const { request, draft } = useTrader();

describe('metadata of clients and products (MET-1 to MET-8)', () => {
  it('a client is created with it, changed and found by it; its documents do not have it', async () => {
    const { body } = await request<{ client: Client }>('POST', '/clients', {
      ...firm('Alfa'),
      metadata: { crm: '17', tier: 'a' },
    });
    expect(body.client.metadata).toEqual({ crm: '17', tier: 'a' });
    const path = `/clients/${body.client.id}`;
    const patched = await request<{ client: Client }>('PATCH', path, { metadata: { tier: '', lot: 'x' } });
    expect(patched.body.client.metadata).toEqual({ crm: '17', lot: 'x' });
    expect((await request<{ client: Client }>('PATCH', path, { notes: 'y' })).body.client.metadata).toEqual({
      crm: '17',
      lot: 'x',
    });
    const found = async (query: string) =>
      Object.values(names((await request<ClientPage>('GET', `/clients?${query}`)).body)).flat();
    expect(await found('metadata[crm]=17')).toEqual(['Alfa']);
    expect(await found('metadata[crm]=17&metadata[lot]=x&search=alf')).toEqual(['Alfa']);
    expect(await found('metadata[crm]=1')).toEqual([]);
    expect(await found('metadata[tier]=a')).toEqual([]);
    expect((await draft({ clientId: body.client.id })).metadata).toEqual({});
    expect((await request<{ client: Client }>('PATCH', path, { metadata: null })).body.client.metadata).toEqual({});
    expect(refusedFields(await request('PATCH', path, { metadata: { a: true } }))).toEqual([
      422,
      'validation_error',
      ['metadata.a'],
    ]);
    for (const query of ['metadata=x', 'metadata[__proto__]=x', 'metadata[constructor]=x', 'metadata[]=x'])
      expect(refusedFields(await request('GET', `/clients?${query}`))).toEqual([422, 'validation_error', ['metadata']]);
  });

  it('a product likewise', async () => {
    const { body } = await request<Product>('POST', '/products', { name: 'Masă', unitPrice: 1, metadata: { sku: 'M-1' } });
    expect(body.metadata).toEqual({ sku: 'M-1' });
    const path = `/products/${body.id}`;
    expect((await request<Product>('PATCH', path, { metadata: { b: '2' } })).body.metadata).toEqual({ b: '2', sku: 'M-1' });
    const found = async (query: string) =>
      (await request<ProductPage>('GET', `/products?${query}`)).body.data.map(({ id }) => id);
    expect([await found('metadata[sku]=M-1'), await found('metadata[sku]=m-1')]).toEqual([[body.id], []]);
  });
});
