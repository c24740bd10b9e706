import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call, detailOf } from '../../support/invoices.ts';
import { convert, detailOfProforma, newProforma, type Offering, offering } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';
import type { InvoiceList } from '../../support/contract.ts';
import { LONG } from '../../support/effort.ts';

const service = useService();
const scope = {} as Offering;

beforeAll(async () => {
  Object.assign(scope, await offering(service()));
});

/** The part of a list that has the number of invoices and the amounts paid. */
const invoicesOf = async (own: Offering) => (await call<InvoiceList>(service(), own, 'GET', '/invoices')).body;

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

  it.runIf(LONG)('accepts amount, method, date, document and note of the payment, as the body of an invoice does', async () => {
    const { uuid } = await newProforma(service(), scope);
    const paid = addDays(today(), -3);
    const collect = { value: '50.50', type: 'card', issueDate: paid, documentNumber: 'OP 12', mentions: 'Avans' };
    const { body } = await convert(service(), scope, uuid, { collect });
    expect(body.invoice).toMatchObject({
      ...{ amountPaid: 50.5, balance: 70.5, paymentStatus: 'partially_paid' },
      payments: [{ amount: 50.5, paymentDate: paid, paymentMethod: 'card', reference: 'OP 12', notes: 'Avans' }],
    });
  });

  it.runIf(LONG)('the payment stays when the invoice is issued', async () => {
    const { uuid } = await newProforma(service(), scope);
    const { body } = await convert(service(), scope, uuid, { collect: {} });
    const issued = await call(service(), scope, 'POST', `/invoices/${body.invoice.id}/issue`);
    expect(issued.status).toBe(200);
    const invoice = await detailOf(service(), scope, body.invoice.id);
    expect(invoice).toMatchObject({ status: 'issued', amountPaid: 121, paymentStatus: 'paid', payments: [{ amount: 121 }] });
    expect((await detailOfProforma(service(), scope, uuid)).convertedInvoiceNumber).toBe(invoice.number);
  });

  it.runIf(LONG)('has the amount and the currency that result from overrideFields', async () => {
    const { uuid } = await newProforma(service(), scope);
    const overrideFields = { currency: 'EUR', exchangeRate: 5 };
    const { body } = await convert(service(), scope, uuid, { overrideFields, collect: { value: 121 } });
    expect(body.invoice).toMatchObject({ currency: 'EUR', amountPaid: 121, paymentStatus: 'paid' });
  });

  it.runIf(LONG)('without collect, or with null, nothing is paid', async () => {
    for (const body of [{}, { collect: null }]) {
      const { uuid } = await newProforma(service(), scope);
      const answer = await convert(service(), scope, uuid, body);
      expect(answer.body.invoice).toMatchObject({ amountPaid: 0, paymentStatus: 'unpaid', payments: [] });
    }
  });

  it.runIf(LONG)('ten simultaneous calls create one invoice with one payment; the others get 409', async () => {
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

  it.runIf(LONG).each(['TransactWriteItems', 'Query', 'BatchGetItem'])(
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

  it.runIf(LONG)('a process that dies at any call leaves both conversion and payment, or neither', async () => {
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
