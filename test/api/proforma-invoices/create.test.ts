import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call } from '../../support/invoices.ts';
import {
  detailOfProforma,
  newProforma,
  newProformaSeries,
  offering,
  type Offering,
  postProforma,
} from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useService();
const scope = {} as Offering;

beforeAll(async () => {
  Object.assign(scope, await offering(service()));
});

const line = (overrides: object = {}) => ({
  description: 'Rafturi',
  quantity: 1,
  unitPrice: 10,
  vatRateId: scope.vat21,
  ...overrides,
});
const post = (overrides: object = {}) => postProforma(service(), scope, overrides);
const refused = async (overrides: object): Promise<unknown[]> => {
  const { status, body } = await post(overrides);
  return [status, body.error?.code, Object.keys(body.error?.details ?? {})];
};

describe('POST /proforma-invoices (PRO-4 to PRO-6)', () => {
  it('returns 201 with the proforma, numbered at once, amounts as strings with two decimals', async () => {
    const own = { ...scope, seriesId: await newProformaSeries(service(), scope, 'OF') };
    const { status, body } = await postProforma(service(), own, {
      ...{ exchangeRate: 1, invoiceTypeCode: '380', language: 'en', notes: 'Notă', paymentTerms: '15 zile' },
      ...{ deliveryLocation: 'Cluj', projectReference: 'P-1', orderNumber: 'C-1', contractNumber: 'K-1', issuerName: 'Ana' },
      ...{ mentions: 'Mențiuni', internalNote: 'Intern', salesAgent: 'Ion' },
      lines: [
        line({ quantity: '1.5', unitPrice: 20, unitOfMeasure: 'ora', discountPercent: 10 }),
        line({ unitPrice: 12.1, vatIncluded: true }),
      ],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ number: 'OF-001', seriesId: own.seriesId, clientId: scope.clientId, status: 'draft', isExpired: false },
      series: { uuid: own.seriesId, name: 'Proforme', prefix: 'OF', year: null, nextNumber: 2 },
      client: { uuid: scope.clientId, name: expect.any(String), country: 'RO' },
      ...{
        issueDate: today(),
        dueDate: addDays(today(), 15),
        validUntil: addDays(today(), 30),
        currency: 'RON',
        exchangeRate: 1,
      },
      ...{ invoiceTypeCode: '380', language: 'en', notes: 'Notă', paymentTerms: '15 zile', deliveryLocation: 'Cluj' },
      ...{ projectReference: 'P-1', orderNumber: 'C-1', contractNumber: 'K-1', issuerName: 'Ana', issuerId: null },
      ...{ mentions: 'Mențiuni', internalNote: 'Intern', salesAgent: 'Ion' },
      ...{ subtotal: '37.00', totalDiscount: '3.00', vatAmount: '7.77', total: '44.77' },
      ...{
        rejectionReason: null,
        cancellationReason: null,
        sentAt: null,
        convertedInvoiceId: null,
        convertedInvoiceNumber: null,
      },
    });
    expect(body.lines).toMatchObject([
      {
        ...{ lineNumber: 1, quantity: '1.50', unitPrice: '20.00', unitOfMeasure: 'ora', productId: null, product: null },
        ...{ vatRateId: scope.vat21, vatRate: { uuid: scope.vat21, percentage: '21.00' } },
        ...{
          discount: '3.00',
          discountPercent: '10.00',
          vatIncluded: false,
          subtotal: '27.00',
          vatAmount: '5.67',
          total: '32.67',
        },
      },
      { lineNumber: 2, vatIncluded: true, subtotal: '10.00', vatAmount: '2.10', total: '12.10' },
    ]);
    expect(await detailOfProforma(service(), scope, body.uuid)).toEqual(body);
  });

  it('defaults: exchangeRate 1, type 380, Romanian', async () => {
    expect(await newProforma(service(), scope)).toMatchObject({ exchangeRate: 1, invoiceTypeCode: '380', language: 'ro' });
  });

  it('returns the product of a line with its unit', async () => {
    const { body: product } = await call<{ id: string }>(service(), scope, 'POST', '/products', {
      ...{ name: 'Scaun', code: `SC-${randomUUID().slice(0, 8)}`, unitPrice: '10.00', unitOfMeasure: 'set' },
    });
    const { lines } = await newProforma(service(), scope, { lines: [line({ productId: product.id })] });
    expect(lines[0]).toMatchObject({
      productId: product.id,
      unitOfMeasure: 'set',
      product: { uuid: product.id, name: 'Scaun', unitOfMeasure: 'set' },
    });
  });

  it('400 without lines', async () => {
    expect(await refused({ lines: [] })).toEqual([400, 'bad_request', ['lines']]);
  });

  it('404 for a user that the organization does not have', async () => {
    expect((await refused({ issuerId: randomUUID() })).slice(0, 2)).toEqual([404, 'not_found']);
  });

  it('422 for a series of another type', async () => {
    const { body: series } = await call<{ id: string; type: string }[]>(service(), scope, 'GET', '/document-series');
    const invoices = series.find(({ type }) => type === 'invoice');
    expect(await refused({ seriesId: invoices?.id })).toEqual([422, 'validation_error', ['seriesId']]);
  });

  it('accepts an issuer who is a member of the organization', async () => {
    const { body: me } = await service().api('GET', '/api/v1/me', scope);
    const { id } = me as { id: string };
    expect(await newProforma(service(), scope, { issuerId: id })).toMatchObject({ issuerId: id });
  });

  it.runIf(DEPTH)('20 simultaneous requests take 20 consecutive numbers', async () => {
    const own = { ...scope, seriesId: await newProformaSeries(service(), scope, 'PAR') };
    const made = await Promise.all(Array.from({ length: 20 }, () => newProforma(service(), own)));
    const expected = Array.from({ length: 20 }, (_, place) => `PAR-${String(place + 1).padStart(3, '0')}`);
    expect(made.map(({ number }) => number).sort()).toEqual(expected);
  });
});
