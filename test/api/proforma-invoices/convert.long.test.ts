import { describe, expect, it } from 'vitest';
import type { InvoiceList } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { convert, newProforma, offering } from '../../support/proformas.ts';
import { convertCalls } from './convert-calls.ts';

const { service } = convertCalls();

describe('POST /proforma-invoices/{uuid}/convert (PRO-16 to PRO-23)', () => {
  it('once, also under 10 concurrent calls: one 201, the others 409 that name the invoice', async () => {
    const own = await offering(service());
    const { uuid } = await newProforma(service(), own);
    const answers = await Promise.all(Array.from({ length: 10 }, () => convert(service(), own, uuid)));
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter(one => one !== made))
      expect([status, body.error.details['reason'], body.error.details['convertedInvoiceId']]).toEqual([
        ...[409, 'already_converted', made?.body.invoice.id],
      ]);
    const { body: invoices } = await call<InvoiceList>(service(), own, 'GET', '/invoices');
    expect(invoices.total).toBe(1);
  });

  it.each(['TransactWriteItems', 'Query', 'BatchGetItem'])('a lost response of %s creates no second invoice', async operation => {
    const own = await offering(service());
    const { uuid } = await newProforma(service(), own);
    service().runtime.faults.add({ service: 'dynamodb', operation, kind: 'lostAnswer', times: 1 });
    const { status } = await convert(service(), own, uuid);
    service().runtime.faults.clear();
    expect(status).toBe(201);
    expect((await call<InvoiceList>(service(), own, 'GET', '/invoices')).body.total).toBe(1);
  });
});
