import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call, detailOf } from '../../support/invoices.ts';
import { convert, detailOfProforma, newProforma, type Offering, offering } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;
beforeAll(async () => {
  scope = await offering(service());
});

const CLIENT = { address: 'Str. Lungă 1', city: 'Brașov', county: 'Brașov', country: 'RO' };

describe('POST /proforma-invoices/{uuid}/convert (PRO-16 to PRO-23)', () => {
  it('201 with a draft invoice that has all data of the proforma, and the proforma converted', async () => {
    const texts = {
      ...{ notes: 'Notă', paymentTerms: '15 zile', deliveryLocation: 'Cluj', projectReference: 'P-1', orderNumber: 'C-1' },
      ...{ contractNumber: 'K-1', issuerName: 'Ana', mentions: 'Mențiuni', internalNote: 'Intern', salesAgent: 'Ion' },
    };
    const lines = [
      {
        description: 'Rafturi',
        quantity: '1.5',
        unitPrice: 20,
        vatRateId: scope.vat21,
        unitOfMeasure: 'ora',
        discountPercent: 10,
      },
      { description: 'Scaun', quantity: 1, unitPrice: '12.10', vatRateId: scope.vat21, vatIncluded: true },
    ];
    const proforma = await newProforma(service(), scope, {
      ...texts,
      lines,
      currency: 'EUR',
      exchangeRate: '4.97',
      language: 'en',
    });
    const { status, body } = await convert(service(), scope, proforma.uuid);
    expect(status).toBe(201);
    expect(body.invoice).toMatchObject({
      ...{ status: 'draft', number: expect.stringMatching(/^DRAFT-[0-9a-f]{8}$/), direction: 'outgoing', isCreditNote: false },
      ...{ proformaId: proforma.uuid, proformaReference: proforma.number, clientId: scope.clientId },
      ...{ issueDate: today(), dueDate: proforma.dueDate, currency: 'EUR', exchangeRate: 4.97, language: 'en', ...texts },
      ...{ subtotal: 37, vatTotal: 7.77, total: 44.77 },
    });
    expect(body.invoice.lines).toMatchObject([
      {
        description: 'Rafturi',
        quantity: 1.5,
        unitPrice: 20,
        unitOfMeasure: 'ora',
        discountPercent: 10,
        vatRateId: scope.vat21,
        vatRate: 21,
      },
      { description: 'Scaun', quantity: 1, unitPrice: 12.1, vatIncluded: true, total: 12.1 },
    ]);
    expect(body.proforma).toEqual({
      ...{ uuid: proforma.uuid, number: proforma.number, status: 'converted', convertedAt: expect.any(String) },
      ...{ convertedInvoiceId: body.invoice.id, convertedInvoiceNumber: null, updatedAt: expect.any(String) },
    });
    const stored = await detailOf(service(), scope, body.invoice.id);
    expect({ ...stored, series: null }).toEqual({ ...body.invoice, series: null });
  });

  it('overrideFields replace the data of the proforma; the due date is moved to the day of issue', async () => {
    const proforma = await newProforma(service(), scope, { notes: 'Notă', mentions: 'Mențiuni' });
    const overrideFields = { notes: 'Altă notă', orderNumber: 'C-9', currency: 'EUR', exchangeRate: 5 };
    const issueDate = addDays(today(), 20);
    const { body } = await convert(service(), scope, proforma.uuid, { issueDate, overrideFields });
    expect(body.invoice).toMatchObject({
      ...{ notes: 'Altă notă', mentions: 'Mențiuni', orderNumber: 'C-9', currency: 'EUR', exchangeRate: 5 },
      ...{ issueDate, dueDate: issueDate },
    });
  });

  it('convertedInvoiceNumber appears when the invoice is issued', async () => {
    const { uuid } = await newProforma(service(), scope);
    const { body } = await convert(service(), scope, uuid);
    expect(await detailOfProforma(service(), scope, uuid)).toMatchObject({
      ...{ status: 'converted', convertedInvoiceId: body.invoice.id, convertedInvoiceNumber: null },
    });
    const issued = await call(service(), scope, 'POST', `/invoices/${body.invoice.id}/issue`);
    expect(issued.status).toBe(200);
    expect(await detailOfProforma(service(), scope, uuid)).toMatchObject({ convertedInvoiceNumber: issued.body.number });
  });

  it('422 when the client, the VAT rate or the product has been deleted', async () => {
    const own = await offering(service());
    const client = (await service().newClient(own, { ...CLIENT, cui: null, name: 'Trecător', type: 'individual' })).id;
    const { body: rate } = await call<{ id: string }>(service(), own, 'POST', '/vat-rates', {
      rate: 11,
      label: 'Redusă 2',
      categoryCode: 'S',
    });
    const { body: product } = await call<{ id: string }>(service(), own, 'POST', '/products', {
      name: 'Masă',
      code: 'M1',
      unitPrice: 1,
    });
    const line = { description: 'x', quantity: 1, unitPrice: 1, vatRateId: rate.id, productId: product.id };
    const { uuid } = await newProforma(service(), own, { clientId: client, lines: [line] });
    await call(service(), own, 'DELETE', `/clients/${client}`);
    await call(service(), own, 'DELETE', `/vat-rates/${rate.id}`);
    await call(service(), own, 'DELETE', `/products/${product.id}`);
    const { status, body } = await convert(service(), own, uuid);
    expect([status, body.error.code]).toEqual([422, 'validation_error']);
    expect(Object.keys(body.error.details)).toEqual(expect.arrayContaining(['clientId']));
    expect((await detailOfProforma(service(), own, uuid)).status).toBe('draft');
  });

  it('422 for an unknown series, or one of another type; 422 for a due date before the issue', async () => {
    const { uuid } = await newProforma(service(), scope);
    for (const [body, field] of [
      [{ invoiceSeriesId: randomUUID() }, 'invoiceSeriesId'],
      [{ invoiceSeriesId: scope.seriesId }, 'invoiceSeriesId'],
      [{ dueDate: '2020-01-01' }, 'dueDate'],
    ] as const) {
      const answer = await convert(service(), scope, uuid, body);
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([422, [field]]);
    }
  });
});
