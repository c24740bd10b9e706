import { expecting } from '../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Answered, Proforma, ProformaConversion, Refusal, VatRate } from './contract.ts';
import { call } from './invoices.ts';
import type { Scope, Service } from './service.ts';

/** Creates proformas for API tests. */

/** A company with a client, a series of proformas and a VAT rate. */
export interface Offering extends Scope {
  clientId: string;
  seriesId: string;
  vat21: string;
}

export async function offering(service: Service, scope?: Scope & { clientId?: string }, prefix?: string): Promise<Offering> {
  const own = scope ?? (await service.newCompany(await service.newUser()));
  const [clientId, series, rates] = await Promise.all([
    scope?.clientId ?? service.newClient(own).then(({ id }) => id),
    newProformaSeries(service, own, prefix),
    call<VatRate[]>(service, own, 'GET', '/vat-rates'),
  ]);
  const vat21 = rates.body.find(({ rate }) => Number(rate) === 21)?.id ?? '';
  return { token: own.token, company: own.company, clientId, seriesId: series, vat21 };
}

export async function newProformaSeries(service: Service, scope: Scope, prefix = 'PF'): Promise<string> {
  const body = { prefix, type: 'proforma', name: 'Proforme' };
  return (await expecting<{ id: string }>(201, 'A series', service.api('POST', '/api/v1/document-series', { ...scope, body })))
    .id;
}

/** A valid body. */
export const proformaBody = ({ clientId, seriesId, vat21 }: Offering, overrides: object = {}) => ({
  ...{ clientId, seriesId, currency: 'RON' },
  ...{ issueDate: today(), dueDate: addDays(today(), 15), validUntil: addDays(today(), 30) },
  lines: [{ description: 'Consultanță', quantity: 2, unitPrice: '50.00', vatRateId: vat21 }],
  ...overrides,
});

export const postProforma = (service: Service, scope: Offering, overrides: object = {}): Promise<Answered<Proforma & Refusal>> =>
  call(service, scope, 'POST', '/proforma-invoices', proformaBody(scope, overrides));

/** A new proforma. */
export const newProforma = (service: Service, scope: Offering, overrides: object = {}): Promise<Proforma> =>
  expecting<Proforma>(
    201,
    'A proforma',
    service.api('POST', '/api/v1/proforma-invoices', { ...scope, body: proformaBody(scope, overrides) }),
  );

type Act = 'send' | 'accept' | 'reject' | 'cancel';

/** Sends an action on a proforma. */
export const actOn = (
  service: Service,
  scope: Scope,
  uuid: string,
  act: Act,
  body?: object,
): Promise<Answered<Proforma & Refusal>> => call(service, scope, 'POST', `/proforma-invoices/${uuid}/${act}`, body);

export const convert = (
  service: Service,
  scope: Scope,
  uuid: string,
  body?: object,
): Promise<Answered<ProformaConversion & Refusal>> => call(service, scope, 'POST', `/proforma-invoices/${uuid}/convert`, body);

export const detailOfProforma = (service: Service, scope: Scope, uuid: string): Promise<Proforma> =>
  expecting<Proforma>(200, 'The proforma', service.api('GET', `/api/v1/proforma-invoices/${uuid}`, scope));

/** A proforma in a status. */
export async function proformaIn(service: Service, scope: Offering, status: Proforma['status']): Promise<Proforma> {
  const proforma = await newProforma(service, scope);
  const acts: Partial<Record<Proforma['status'], Act>> = {
    ...{ sent: 'send', accepted: 'accept', rejected: 'reject', cancelled: 'cancel' },
  };
  const act = acts[status];
  if (act) return (await actOn(service, scope, proforma.uuid, act)).body;
  if (status === 'converted') await convert(service, scope, proforma.uuid);
  return status === 'converted' ? detailOfProforma(service, scope, proforma.uuid) : proforma;
}
