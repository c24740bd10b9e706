import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { DEPTH } from '../../support/effort.ts';
import type { InvoiceList } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { convert, detailOfProforma, newProforma, type Offering, offering } from '../../support/proformas.ts';
import { call, detailOf } from '../../support/invoices.ts';

const service = useService();
let scope: Offering;
beforeAll(async () => {
  scope = await offering(service());
});

const CLIENT = { address: 'Str. Lungă 1', city: 'Brașov', county: 'Brașov', country: 'RO' };

/** The part of a list that has the number of invoices and the amounts paid. */
const invoicesOf = async (own: Offering) => (await call<InvoiceList>(service(), own, 'GET', '/invoices')).body;

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

describe('POST /proforma-invoices/{uuid}/convert with collect: a paid proforma', () => {
  it('201 with a draft that is paid: by default the whole amount, today, by transfer', async () => {
    const { uuid } = await newProforma(service(), scope);
    const { status, body } = await convert(service(), scope, uuid, { collect: {} });
    expect([status, body.proforma.status]).toEqual([201, 'converted']);
    expect(body.invoice).toMatchObject({
      ...{ status: 'draft', proformaId: uuid, total: 121, amountPaid: 121, balance: 0, paymentStatus: 'paid' },
      payments: [{ amount: 121, paymentDate: today(), paymentMethod: 'bank_transfer', reference: null, notes: null }],
    });
    expect(body.invoice.events.map(({ type }) => type)).toEqual(['payment_received', 'created']);
    const stored = await detailOf(service(), scope, body.invoice.id);
    expect({ ...stored, series: null }).toEqual({ ...body.invoice, series: null });
  });

  it.each([
    ['collect.value', { value: '121.02' }],
    ['collect.type', { type: 'barter' }],
  ])('422 for %s: %j, and nothing is converted', async (field, collect) => {
    const { uuid } = await newProforma(service(), scope);
    const { status, body } = await convert(service(), scope, uuid, { collect });
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
    expect(await detailOfProforma(service(), scope, uuid)).toMatchObject({ status: 'draft', convertedInvoiceId: null });
  });

  it.runIf(DEPTH)('accepts amount, method, date, document and note of the payment, as the body of an invoice does', async () => {
    const { uuid } = await newProforma(service(), scope);
    const paid = addDays(today(), -3);
    const collect = { value: '50.50', type: 'card', issueDate: paid, documentNumber: 'OP 12', mentions: 'Avans' };
    const { body } = await convert(service(), scope, uuid, { collect });
    expect(body.invoice).toMatchObject({
      ...{ amountPaid: 50.5, balance: 70.5, paymentStatus: 'partially_paid' },
      payments: [{ amount: 50.5, paymentDate: paid, paymentMethod: 'card', reference: 'OP 12', notes: 'Avans' }],
    });
  });

  it.runIf(DEPTH)('the payment stays when the invoice is issued', async () => {
    const { uuid } = await newProforma(service(), scope);
    const { body } = await convert(service(), scope, uuid, { collect: {} });
    const issued = await call(service(), scope, 'POST', `/invoices/${body.invoice.id}/issue`);
    expect(issued.status).toBe(200);
    const invoice = await detailOf(service(), scope, body.invoice.id);
    expect(invoice).toMatchObject({ status: 'issued', amountPaid: 121, paymentStatus: 'paid', payments: [{ amount: 121 }] });
    expect((await detailOfProforma(service(), scope, uuid)).convertedInvoiceNumber).toBe(invoice.number);
  });

  it.runIf(DEPTH)('has the amount and the currency that result from overrideFields', async () => {
    const { uuid } = await newProforma(service(), scope);
    const overrideFields = { currency: 'EUR', exchangeRate: 5 };
    const { body } = await convert(service(), scope, uuid, { overrideFields, collect: { value: 121 } });
    expect(body.invoice).toMatchObject({ currency: 'EUR', amountPaid: 121, paymentStatus: 'paid' });
  });

  it.runIf(DEPTH)('without collect, or with null, nothing is paid', async () => {
    for (const body of [{}, { collect: null }]) {
      const { uuid } = await newProforma(service(), scope);
      const answer = await convert(service(), scope, uuid, body);
      expect(answer.body.invoice).toMatchObject({ amountPaid: 0, paymentStatus: 'unpaid', payments: [] });
    }
  });

  it.runIf(DEPTH)('ten simultaneous calls create one invoice with one payment; the others get 409', async () => {
    const own = await offering(service());
    const { uuid } = await newProforma(service(), own);
    const answers = await Promise.all(Array.from({ length: 10 }, () => convert(service(), own, uuid, { collect: {} })));
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter(one => one !== made))
      expect([status, body.error.details['reason'], body.error.details['convertedInvoiceId']]).toEqual([
        ...[409, 'already_converted', made?.body.invoice.id],
      ]);
    expect((await invoicesOf(own)).data).toMatchObject([{ id: made?.body.invoice.id, amountPaid: 121, balance: 0 }]);
    expect((await detailOf(service(), own, made!.body.invoice.id))['payments']).toHaveLength(1);
  });

  it.runIf(DEPTH).each(['TransactWriteItems', 'Query', 'BatchGetItem'])(
    'a lost response of %s makes no second payment',
    async operation => {
      const own = await offering(service());
      const { uuid } = await newProforma(service(), own);
      service().runtime.faults.add({ service: 'dynamodb', operation, kind: 'lostAnswer', times: 1 });
      const { status, body } = await convert(service(), own, uuid, { collect: {} });
      service().runtime.faults.clear();
      expect(status).toBe(201);
      expect((await invoicesOf(own)).data).toMatchObject([{ id: body.invoice.id, amountPaid: 121 }]);
      expect((await detailOf(service(), own, body.invoice.id))['payments']).toHaveLength(1);
    },
  );

  it.runIf(DEPTH)('a process that dies at any call leaves both conversion and payment, or neither', async () => {
    const { faults } = service().runtime;
    const own = await offering(service());
    const left: string[] = [];
    for (let at = 1, ended = false; !ended; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const { uuid } = await newProforma(service(), own);
        faults.crash({ call: at, when, name: 'proforma-invoices-convert' });
        await convert(service(), own, uuid, { collect: {} });
        ended = !faults.crashed();
        faults.clear();
        const { status } = await detailOfProforma(service(), own, uuid);
        left.push(status);
        // If the proforma is not converted, nothing was created: then it can be converted, once.
        expect((await convert(service(), own, uuid, { collect: {} })).status).toBe(status === 'converted' ? 409 : 201);
        const { convertedInvoiceId } = await detailOfProforma(service(), own, uuid);
        const invoice = await detailOf(service(), own, convertedInvoiceId ?? '');
        expect(invoice).toMatchObject({ paymentStatus: 'paid', payments: [{ amount: 121 }] });
        if (ended) break;
      }
    }
    expect(new Set(left)).toEqual(new Set(['draft', 'converted']));
    expect((await invoicesOf(own)).total).toBe(left.length);
  });
});
