import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { creditBody, crediting, type Crediting, sendCredit } from '../../support/credit-notes.ts';
import { become, call, draft, inForce } from '../../support/invoices.ts';
import type { Invoice } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useService();
const scope = {} as Crediting;
const invoice = {} as Invoice;

beforeAll(async () => {
  Object.assign(scope, await crediting(service()));
  Object.assign(invoice, await inForce(service(), scope, { clientId: scope.clientId }));
});

const line = (overrides: object = {}) => ({
  description: 'Retur',
  quantity: -1,
  unitPrice: 10,
  vatRateId: scope.vat21,
  ...overrides,
});
const body = (overrides: object = {}) => creditBody(scope, invoice, overrides);
const post = (overrides: object = {}) => sendCredit(service(), scope, body(overrides));

/** Status, code and the fields of the error. */
async function refused(overrides: object): Promise<[number, string, string[]]> {
  const { status, body: answer } = await post(overrides);
  return [status, answer.error?.code, Object.keys(answer.error?.details ?? {})];
}

describe('What a credit note may state (CRN-7 to CRN-11)', () => {
  it.each(['draft', 'cancelled'])('an invoice that is %s cannot be credited: 422 (CRN-7)', async status => {
    const own = await draft(service(), scope, { clientId: scope.clientId });
    if (status === 'cancelled') await call(service(), scope, 'POST', `/invoices/${own.id}/cancel`, { reason: 'Ordered twice' });
    expect(await refused({ parentDocumentId: own.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
  });

  it('CRN-7: an invoice can be credited in every status in force: validation is only recommended', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    for (const status of ['issued', 'sent_to_provider', 'validated', 'rejected', 'error'] as const) {
      await become(scope, own.id, { status });
      expect((await post({ parentDocumentId: own.id })).status, status).toBe(201);
    }
  });

  it('CRN-8: another currency: 422, also an unknown one', async () => {
    expect(await refused({ currency: 'EUR', exchangeRate: 5 })).toEqual([422, 'validation_error', ['currency']]);
    expect(await refused({ currency: 'XXY' })).toEqual([422, 'validation_error', ['currency']]);
  });

  it('CRN-9: issueDate before that of the invoice, or in the future; dueDate before issueDate: 422', async () => {
    const day = (days: number): string => addDays(today(), days);
    expect(await refused({ issueDate: day(-1), dueDate: day(-1) })).toEqual([422, 'validation_error', ['issueDate']]);
    expect(await refused({ issueDate: day(2), dueDate: day(2) })).toEqual([422, 'validation_error', ['issueDate']]);
    expect(await refused({ dueDate: day(-1) })).toEqual([422, 'validation_error', ['dueDate']]);
  });

  it('CRN-10: a series of another type or an inactive one: 422; an unknown one: 404', async () => {
    const { body: series } = await call<{ id: string }[]>(service(), scope, 'GET', '/document-series?type=invoice');
    expect(await refused({ seriesId: series[0]?.id })).toEqual([422, 'validation_error', ['seriesId']]);
    const made = await call<{ id: string }>(service(), scope, 'POST', '/document-series', {
      ...{ prefix: 'NCX', type: 'credit_note', active: false },
    });
    expect(await refused({ seriesId: made.body.id })).toEqual([422, 'validation_error', ['seriesId']]);
    expect(await refused({ seriesId: randomUUID() })).toEqual([404, 'not_found', []]);
  });

  it.runIf(DEPTH)('CRN-8: an invoice to a receiver without a record is credited with clientId null', async () => {
    const own = await draft(service(), scope, { clientId: null, receiverName: 'Ion Pop' });
    await become(scope, own.id, { status: 'issued' });
    expect((await post({ parentDocumentId: own.id, clientId: null })).body).toMatchObject({
      ...{ clientId: null, client: { uuid: null, name: 'Ion Pop' } },
    });
    expect(await refused({ parentDocumentId: own.id })).toEqual([422, 'validation_error', ['clientId']]);
  });

  it.runIf(DEPTH)('CRN-13: credits above the total are a warning, counting all credit notes that are not cancelled', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const half = [line({ quantity: -6 })];
    const first = await sendCredit(service(), scope, creditBody(scope, own, { lines: half }));
    const second = await sendCredit(service(), scope, creditBody(scope, own, { lines: half }));
    expect([first.status, first.body.warnings]).toEqual([201, undefined]);
    expect([second.status, second.body.warnings]).toEqual([201, [expect.stringContaining('145.20')]]);
    await call(service(), scope, 'POST', `/invoices/${first.body.id}/cancel`, { reason: 'Credited twice' });
    const third = await sendCredit(service(), scope, creditBody(scope, own, { lines: [line({ quantity: -4 })] }));
    expect([third.status, third.body.warnings]).toEqual([201, undefined]);
  });

  it.runIf(DEPTH)('a VAT rate that the invoice does not have is a warning', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const lines = [line(), line({ vatRateId: scope.vat11 })];
    const { body: note } = await sendCredit(service(), scope, creditBody(scope, own, { lines }));
    expect(note.warnings).toEqual([expect.stringContaining('lines.1.vatRateId')]);
  });
});
