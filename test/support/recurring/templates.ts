import { today } from '#shared/base/kernel/clock.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import type { RecurringInvoice } from '../contract.ts';
import { call } from '../invoices.ts';
import type { Scope, Service } from '../service.ts';

/** Creates templates of recurring invoices for API tests. */

/** The ids that templates need. */
export interface Recurring extends Scope {
  clientId: string;
  seriesId: string;
  creditSeriesId: string;
  vatRateId: string;
}

/** Creates the records that a company's templates need. */
export async function recurringIn(service: Service, scope: Scope & { clientId: string }): Promise<Recurring> {
  const [series, rates] = await Promise.all([
    call<{ id: string; type: string }[]>(service, scope, 'GET', '/document-series'),
    call<{ id: string; rate: number }[]>(service, scope, 'GET', '/vat-rates'),
  ]);
  const ofType = (type: string) => series.body.find(one => one.type === type)?.id;
  const creditSeriesId =
    ofType('credit_note') ??
    (await call<{ id: string }>(service, scope, 'POST', '/document-series', { prefix: 'CNR', type: 'credit_note' })).body.id;
  return {
    ...scope,
    seriesId: ofType('invoice') ?? '',
    creditSeriesId,
    vatRateId: rates.body.find(({ rate }) => rate === 21)?.id ?? '',
  };
}

/** A valid body: monthly, due today. */
export const recurringBody = ({ clientId, seriesId, vatRateId }: Recurring, overrides: object = {}) => ({
  clientId,
  seriesId,
  documentType: 'invoice',
  currency: 'RON',
  invoiceTypeCode: '380',
  frequency: 'monthly',
  frequencyDay: Number(today().slice(8)),
  nextIssuanceDate: today(),
  dueDateType: 'relative',
  dueDateDays: 15,
  lines: [{ description: 'Abonament [[luna]] [[an]]', quantity: 1, unitPrice: 100, vatRateId }],
  ...overrides,
});

export async function recurring(service: Service, scope: Recurring, overrides: object = {}): Promise<RecurringInvoice> {
  const body = recurringBody(scope, overrides);
  return expecting(201, 'A template', service.api('POST', '/api/v1/recurring-invoices', { ...scope, body }));
}
