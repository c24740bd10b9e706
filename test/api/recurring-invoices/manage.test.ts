import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { DEPTH } from '../../support/effort.ts';
import type { RecurringInvoice, RecurringPage, Refusal } from '../../support/contract.ts';
import { call, trader } from '../../support/invoices.ts';
import { whoAmI } from '../../support/members.ts';
import { refusedFields } from '../../support/refusals.ts';
import { type Recurring, recurring, recurringBody, recurringIn } from '../../support/recurring/templates.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Recurring;

beforeAll(async () => {
  scope = await recurringIn(service(), await trader(service()));
});

const send = (method: string, path: string, body?: unknown) =>
  call<RecurringInvoice & Refusal>(service(), scope, method, `/recurring-invoices${path}`, body);
const post = (overrides: object) => send('POST', '', recurringBody(scope, overrides));
const line = (overrides: object = {}) => ({
  ...{ description: 'Abonament', quantity: 2, unitPrice: 10.5, vatRateId: scope.vatRateId },
  ...overrides,
});

describe('Recurring invoices (RCI-5 to RCI-10)', () => {
  it('402 under a plan without them; the company then has none', async () => {
    const other = await recurringIn(service(), await trader(service()));
    const { organization } = await whoAmI(service(), other);
    await expecting(200, 'The plan', service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'starter' } }));
    const { status, body } = await call<Refusal>(service(), other, 'POST', '/recurring-invoices', recurringBody(other));
    expect([status, body.error]).toEqual([
      402,
      {
        code: 'plan_limit',
        message: 'recurringInvoices is not in the plan starter.',
        details: { feature: 'recurringInvoices', limit: null, plan: 'starter' },
      },
    ]);
    expect((await call<RecurringPage>(service(), other, 'GET', '/recurring-invoices')).body.total).toBe(0);
  });

  it('adds one with every default, and reads it back', async () => {
    const { status, body } = await post({ lines: [line()] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.uuid,
      uuid: body.uuid,
      clientId: scope.clientId,
      client: expect.objectContaining({ uuid: scope.clientId }),
      seriesId: scope.seriesId,
      series: { uuid: scope.seriesId, id: scope.seriesId, prefix: expect.any(String), type: 'invoice' },
      ...{ reference: null, documentType: 'invoice', currency: 'RON', invoiceTypeCode: '380' },
      ...{ frequency: 'monthly', frequencyDay: Number(today().slice(8)), frequencyMonth: null },
      ...{ nextIssuanceDate: today(), stopDate: null },
      ...{ dueDateType: 'relative', dueDateDays: 15, dueDateFixedDay: null, notes: null, paymentTerms: null },
      ...{ autoEmailEnabled: false, autoEmailTime: '09:00', autoEmailDayOffset: 0 },
      ...{ penaltyEnabled: false, penaltyPercentPerDay: null, penaltyGraceDays: null },
      metadata: {},
      ...{ isActive: true, lastIssuedAt: null, lastInvoiceNumber: null, lastInvoiceId: null },
      ...{ lastError: null, lastErrorAt: null, subtotal: 21, vatTotal: 4.41, totalAmount: 25.41 },
      lines: [
        {
          ...{ id: expect.any(String), uuid: expect.any(String), position: 1, description: 'Abonament' },
          ...{ quantity: 2, unitPrice: 10.5, unitOfMeasure: 'buc', vatRateId: scope.vatRateId, vatRate: 21 },
          ...{ vatAmount: 4.41, totalAmount: 25.41, productId: null },
          ...{ priceRule: 'fixed', referenceCurrency: null, markupPercent: null },
        },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await send('GET', `/${body.uuid}`)).body).toEqual(body);
  });

  it('accepts every field', async () => {
    const fields = {
      ...{ reference: 'Contract 12', documentType: 'credit_note', invoiceTypeCode: '381', seriesId: scope.creditSeriesId },
      ...{ frequency: 'annual', frequencyDay: 31, frequencyMonth: 2, stopDate: addDays(today(), 400) },
      ...{ dueDateType: 'fixed', dueDateFixedDay: 31, dueDateDays: null, notes: 'Nota [[luna]]', paymentTerms: '30 de zile' },
      ...{ autoEmailEnabled: true, autoEmailTime: '23:59', autoEmailDayOffset: 30 },
      ...{ penaltyEnabled: true, penaltyPercentPerDay: 0.05, penaltyGraceDays: 3 },
    };
    const lines = [
      line({ priceRule: 'exchange_rate', referenceCurrency: 'eur' }),
      line({ priceRule: 'markup', markupPercent: '2.5', unitOfMeasure: 'ora' }),
    ];
    const { status, body } = await post({ ...fields, lines });
    expect(status).toBe(201);
    expect(body).toMatchObject(fields);
    expect(body.lines).toMatchObject([
      { priceRule: 'exchange_rate', referenceCurrency: 'EUR', markupPercent: null },
      { priceRule: 'markup', referenceCurrency: null, markupPercent: 2.5, unitOfMeasure: 'ora' },
    ]);
  });

  it('rejects a line without its markup with 422 and the field', async () => {
    const fields = refusedFields(await post({ lines: [line({ priceRule: 'markup' })] }));
    expect(fields).toEqual([422, 'validation_error', ['lines.0.markupPercent']]);
  });

  it('returns 404 for a client that the company does not have', async () => {
    expect((await post({ clientId: randomUUID() })).status).toBe(404);
  });

  it('changes the given fields and keeps the rest; lines replace all lines', async () => {
    const made = await recurring(service(), scope, { notes: 'Vechi', lines: [line(), line()] });
    const changed = await send('PUT', `/${made.uuid}`, { notes: null, reference: 'Nou' });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...made, notes: null, reference: 'Nou', updatedAt: expect.any(String) },
    });
    const replaced = await send('PUT', `/${made.uuid}`, { lines: [line({ unitPrice: 1, quantity: 1 })] });
    expect(replaced.body).toMatchObject({
      totalAmount: 1.21,
      subtotal: 1,
      vatTotal: 0.21,
      lines: [{ position: 1, unitPrice: 1 }],
    });
    expect((await send('GET', `/${made.uuid}`)).body).toEqual(replaced.body);
    const turned = await send('PUT', `/${made.uuid}`, { dueDateType: 'fixed', dueDateFixedDay: 5 });
    expect(turned.body).toMatchObject({ dueDateType: 'fixed', dueDateFixedDay: 5, dueDateDays: null });
    expect((await send('PUT', `/${made.uuid}`, { dueDateType: 'relative' })).body.error.details).toHaveProperty('dueDateDays');
    expect((await send('PUT', `/${made.uuid}`, {})).status).toBe(422);
    expect((await send('PUT', `/${made.uuid}`, { unknown: 1 })).status).toBe(422);
    expect((await send('PUT', `/${made.uuid}`, { lines: [] })).status).toBe(422);
    expect((await send('PUT', `/${randomUUID()}`, { notes: 'x' })).status).toBe(404);
  });

  it('deactivates, activates, also simultaneously, and deletes', async () => {
    const { uuid } = await recurring(service(), scope);
    expect((await send('POST', `/${uuid}/toggle`)).body.isActive).toBe(false);
    expect((await send('POST', `/${uuid}/toggle`)).body.isActive).toBe(true);
    await Promise.all([1, 2, 3].map(() => send('POST', `/${uuid}/toggle`)));
    expect((await send('GET', `/${uuid}`)).body.isActive).toBe(false);
    expect((await send('DELETE', `/${uuid}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/toggle'],
    ] as const)
      expect((await send(method, `/${uuid}${path}`)).status).toBe(404);
  });

  it.runIf(DEPTH)('keeps a thousand long lines', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => line({ description: `${at} ${'ș'.repeat(300)}` }));
    const { status, body } = await post({ lines });
    expect(status).toBe(201);
    expect((await send('GET', `/${body.uuid}`)).body.lines).toEqual(body.lines);
    expect((await post({ lines: [...lines, line()] })).status).toBe(422);
    expect((await send('DELETE', `/${body.uuid}`)).status).toBe(204);
  });
});

describe('The list of recurring invoices', () => {
  it('pages, filters and searches, newest first', async () => {
    const own = await recurringIn(service(), await trader(service()));
    const other = await service().newClient(own, { name: 'Țesătoria Nouă SRL', cui: null });
    const a = await recurring(service(), own, { reference: 'Contract A' });
    const b = await recurring(service(), own, { frequency: 'weekly', frequencyDay: 1, notes: 'Întreținere' });
    const c = await recurring(service(), own, { clientId: other.id });
    await call(service(), own, 'POST', `/recurring-invoices/${a.uuid}/toggle`);
    const list = async (query: string) => (await call<RecurringPage>(service(), own, 'GET', `/recurring-invoices${query}`)).body;
    const ids = async (query: string) => (await list(query)).data.map(({ uuid }) => uuid);
    expect(await list('?limit=2')).toMatchObject({
      total: 3,
      page: 1,
      limit: 2,
      pages: 2,
      data: [{ uuid: c.uuid }, { uuid: b.uuid }],
    });
    expect(await ids('?page=2&limit=2')).toEqual([a.uuid]);
    const [item] = (await list('?limit=1')).data;
    expect(item).toMatchObject({ clientName: 'Țesătoria Nouă SRL', seriesPrefix: c.series?.prefix, totalAmount: 121 });
    expect(item).not.toHaveProperty('lines');
    expect(item).not.toHaveProperty('client');
    expect(await ids('?isActive=true')).toEqual([c.uuid, b.uuid]);
    expect(await ids('?frequency=weekly')).toEqual([b.uuid]);
    expect(await ids(`?clientId=${other.id}`)).toEqual([c.uuid]);
    expect(await ids('?search=tesatoria')).toEqual([c.uuid]);
    expect(await ids('?search=intretinere')).toEqual([b.uuid]);
    expect(await ids('?search=contract')).toEqual([a.uuid]);
    for (const query of ['?frequency=daily', '?isActive=1', '?page=0', '?clientId=x'])
      expect((await call(service(), own, 'GET', `/recurring-invoices${query}`)).status, query).toBe(422);
  });
});
