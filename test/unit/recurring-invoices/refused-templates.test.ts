import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/recurring-invoices/create.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { recurringBody as input } from '#shared/documents/recurring-invoices/input.ts';
import { newTemplate, type TemplateContext } from '#shared/documents/recurring-invoices/rules.ts';
import { recurringBody } from '../../support/recurring/templates.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

/** Templates that POST /recurring-invoices rejects with 422 and the field (RCI-5). */

const [clientId, seriesId, creditSeriesId, vatRateId] = [newId(), newId(), newId(), newId()];
const scope = { token: '', company: companyScope(''), clientId, seriesId, creditSeriesId, vatRateId };
const context: TemplateContext = {
  company: { id: newId(), vatPayer: true } as Company,
  client: { id: clientId } as Client,
  series: [
    { id: seriesId, type: 'invoice', active: true } as Series,
    { id: creditSeriesId, type: 'credit_note', active: true } as Series,
  ],
  vatRates: [{ id: vatRateId, rate: '21', categoryCode: 'S', isActive: true } as VatRate],
  ...{ products: new Map(), rates: new Map(), today: today() },
};

const line = (overrides: object) => ({ description: 'Abonament', quantity: 2, unitPrice: 10.5, vatRateId, ...overrides });
const ofRequest = (overrides: object) => refusedFieldsOf(create, { body: recurringBody(scope, overrides) });
const template = (overrides: object) =>
  newTemplate(input.parse(recurringBody(scope, overrides)), context, { id: 'u', name: 'Ana', email: '' }, instant());

it('accepts a valid template', async () => {
  expect(await ofRequest({})).toBeUndefined();
  expect(template({ frequency: 'weekly', frequencyDay: 7 })).toMatchObject({ total: '121.00', isActive: true });
});

describe('by the form of the request', () => {
  it.each<[string, object, string]>([
    ['a 32nd day', { frequencyDay: 32 }, 'frequencyDay'],
    ['366 days until payment', { dueDateDays: 366 }, 'dueDateDays'],
    ['an unknown frequency', { frequency: 'daily' }, 'frequency'],
    ['an unknown currency', { currency: 'XXQ' }, 'currency'],
    ['an invalid type code', { invoiceTypeCode: '38' }, 'invoiceTypeCode'],
    ['no time', { autoEmailTime: '24:00' }, 'autoEmailTime'],
    ['a mail after 31 days', { autoEmailDayOffset: 31 }, 'autoEmailDayOffset'],
    ['a penalty above 100', { penaltyPercentPerDay: 100.01 }, 'penaltyPercentPerDay'],
    ['a negative grace', { penaltyGraceDays: -1 }, 'penaltyGraceDays'],
    ['no lines', { lines: [] }, 'lines'],
    ['a line of nothing', { lines: [line({ quantity: 0 })] }, 'lines.0.quantity'],
    ['a negative price', { lines: [line({ unitPrice: -1 })] }, 'lines.0.unitPrice'],
    ['a line without VAT rate', { lines: [line({ vatRateId: undefined })] }, 'lines.0.vatRateId'],
    ['no client', { clientId: undefined }, 'clientId'],
  ])('%s', async (_, overrides, field) => {
    expect(await ofRequest(overrides)).toEqual([422, 'validation_error', [field]]);
  });
});

describe('by the rules of templates', () => {
  it.each<[string, object, string]>([
    ['a date before today', { nextIssuanceDate: addDays(today(), -1) }, 'nextIssuanceDate'],
    ['an end before the beginning', { stopDate: addDays(today(), -1) }, 'stopDate'],
    ['an eighth day of the week', { frequency: 'weekly', frequencyDay: 8 }, 'frequencyDay'],
    ['no month of a year', { frequency: 'annual', frequencyDay: 1 }, 'frequencyMonth'],
    ['a month for months', { frequencyDay: 1, frequencyMonth: 3 }, 'frequencyMonth'],
    ['no days until payment', { dueDateDays: null }, 'dueDateDays'],
    ['no day of payment', { dueDateType: 'fixed' }, 'dueDateFixedDay'],
    ['an invoice with the code of a credit note', { invoiceTypeCode: '381' }, 'invoiceTypeCode'],
    ['no reference currency', { lines: [line({ priceRule: 'exchange_rate' })] }, 'lines.0.referenceCurrency'],
    ['no markup', { lines: [line({ priceRule: 'markup' })] }, 'lines.0.markupPercent'],
    ['a series of another type', { seriesId: creditSeriesId }, 'seriesId'],
  ])('%s', async (_, overrides, field) => {
    expect(await refusedFieldsBy(() => template(overrides))).toEqual([422, 'validation_error', [field]]);
  });
});
