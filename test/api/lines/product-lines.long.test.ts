import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import type { Invoice, RecurringInvoice } from '../../support/contract.ts';
import { type Delivering, delivering, deliveryNoteBody, noteIn } from '../../support/delivery-notes.ts';
import { call, lastingTrader } from '../../support/invoices.ts';
import { type Recurring, recurring, recurringBody, recurringIn } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';

/** Documents made of others keep the product of their lines. */

const service = useOwnService();
let scope: Recurring;
let notes: Delivering;
let productId: string;
beforeAll(async () => {
  const trader = await lastingTrader(service());
  [scope, notes] = await Promise.all([recurringIn(service(), trader), delivering(service(), trader)]);
  const product = { name: 'Grindă', code: 'GR-1', unitPrice: '12.50' };
  productId = (await call<{ id: string }>(service(), scope, 'POST', '/products', product)).body.id;
});

const withProduct = (lines: object[]): object => ({ lines: lines.map(line => ({ ...line, productId })) });
/** The product ids of an invoice's lines as stored: responses do not have them. */
const productsOf = async (id: string) => (await readInvoice(scope.company, id))?.document.lines.map(line => line.productId);
const read = async <T>(path: string): Promise<T> => (await call<T>(service(), scope, 'GET', path)).body;

describe('the product of a line', () => {
  it('of a delivery note is that of the invoice', async () => {
    const { uuid } = await noteIn(
      service(),
      notes,
      'issued',
      deliveryNoteBody(notes, withProduct(deliveryNoteBody(notes).lines)),
    );
    const { invoice } = await expecting<{ invoice: Invoice }>(
      201,
      'The conversion',
      service().api('POST', `/api/v1/delivery-notes/${uuid}/convert`, scope),
    );
    expect(await productsOf(invoice.id)).toEqual([productId]);
  });

  it('of a recurring invoice is that of the invoice, whether it is issued by request or on its day', async () => {
    const date = addDays(today(), 1);
    const dates = { nextIssuanceDate: date, frequencyDay: Number(date.slice(8)) };
    const { uuid } = await recurring(service(), scope, { ...dates, ...withProduct(recurringBody(scope).lines) });
    const now = await call<Invoice>(service(), scope, 'POST', `/recurring-invoices/${uuid}/issue-now`);
    expect(await productsOf(now.body.id)).toEqual([productId]);
    const millis = Date.parse(localInstant(date, '01:06')) - service().runtime.clock.now();
    await service().advance(`PT${Math.ceil(millis / 1000)}S`);
    const { lastInvoiceId } = await read<RecurringInvoice>(`/recurring-invoices/${uuid}`);
    expect(lastInvoiceId).not.toBe(now.body.id);
    expect(await productsOf(String(lastInvoiceId))).toEqual([productId]);
  });
});
