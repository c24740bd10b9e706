import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import type { SyncMessage, SyncStatus } from '../../support/taxauth/companies.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('a received document with texts that the table cannot store unchanged', () => {
  it.each([
    ['the name of its supplier', { seller: '40123452', name: 'x'.repeat(1_100) }],
    ['the name of its supplier, in letters of nine bytes', { seller: '40123452', name: '각'.repeat(400) }],
    ['the tax number of its supplier', { seller: 'DE' + '1'.repeat(1_500) }],
    ['its number', { number: `F-${'1'.repeat(1_500)}` }],
  ])('is stored although %s is longer than a key, and so are the others', async (_, long) => {
    const buyer = await newReceiver(service());
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'FIRST-1' }));
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'LONG-2', ...long }));
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'LAST-3' }));
    await synchronize(service(), buyer);
    const numbers = (await listedBy(service(), buyer)).map(({ number }) => number);
    expect(numbers.sort()).toEqual(['FIRST-1', 'LAST-3', 'number' in long ? long.number : 'LONG-2'].sort());
  });

  it('is marked when it cannot be stored at all, and the others still arrive', async () => {
    const buyer = await newReceiver(service());
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'FIRST-1' }));
    // Of letters at random, which cannot be packed into an item either.
    const tooLong = `<cbc:Note>${randomBytes(500_000).toString('base64')}</cbc:Note>`;
    const refused = await deliver(
      service(),
      buyer,
      supplierInvoice({ buyer: buyer.cif, number: 'TOO-2' }).replace('<cbc:DocumentCurrencyCode>', `${tooLong}$&`),
    );
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'LAST-3' }));
    await synchronize(service(), buyer);
    expect((await listedBy(service(), buyer)).map(({ number }) => number).sort()).toEqual(['FIRST-1', 'LAST-3']);
    const messages = (await call<{ data: SyncMessage[] }>(service(), buyer, 'GET', '/efactura-messages')).body.data;
    expect(messages.find(({ messageId }) => messageId === refused)).toMatchObject({
      status: 'error',
      details: { message: 'The document cannot be stored.' },
    });
    const status = (await call<SyncStatus>(service(), buyer, 'GET', '/sync/status')).body;
    expect(status.lastSync).not.toBeNull();
  });
});

describe('A name that is longer than a key', () => {
  const name = '각'.repeat(255);
  it.each([
    ['/clients', { type: 'individual', name, country: 'KR', city: 'Seoul', address: 'x' }],
    ['/products', { name, unitPrice: '1', vatRate: 21 }],
    ['/suppliers', { name, country: 'KR', registrationNumber: '1', address: 'x', city: 'Seoul', county: 'x' }],
  ])('is stored, changed and listed: %s', async (path, body) => {
    const scope = await newReceiver(service());
    const created = await call<object>(service(), scope, 'POST', path, body);
    expect(created.status).toBe(201);
    const id = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(created.body))?.[1];
    const changed = { name: `${name.slice(1)}가` };
    expect((await call(service(), scope, 'PATCH', `${path}/${id}`, changed)).status).toBe(200);
    expect(JSON.stringify((await call(service(), scope, 'GET', path)).body)).toContain(changed.name);
  });
});
