import { randomUUID } from 'node:crypto';
import { expecting } from '../../infra/local/api-client.ts';
import { today } from '../../shared/kernel/clock.ts';
import type { Answered, CreditNote, Invoice, Refusal } from './contract.ts';
import { call, inForce, trader } from './invoices.ts';
import type { Scope, Service } from './service.ts';

/** Credit notes for API tests. */

/** What credit notes of a company are made with. */
export interface Crediting extends Scope {
  clientId: string;
  /** The company's series of credit notes. */
  seriesId: string;
  /** Its rates of 21 and 11 percent. */
  vat21: string;
  vat11: string;
}

interface Listed {
  id: string;
}

/** A company's series and rates beside its scope. */
export async function creditingIn(service: Service, scope: Scope & { clientId: string }): Promise<Crediting> {
  const get = <T>(path: string): Promise<T> => expecting<T>(200, path, service.api('GET', `/api/v1${path}`, scope));
  const [series, rates] = await Promise.all([
    get<Listed[]>('/document-series?type=credit_note'),
    get<(Listed & { rate: number })[]>('/vat-rates'),
  ]);
  const rate = (percent: number): string => rates.find(one => one.rate === percent)?.id ?? '';
  return { ...scope, seriesId: series[0]?.id ?? '', vat21: rate(21), vat11: rate(11) };
}

/** A company that can credit. */
export const crediting = async (service: Service): Promise<Crediting> => creditingIn(service, await trader(service));

/** The body of a credit note in order; credits 50 of the invoice's net. */
export const creditBody = (scope: Crediting, parent: Pick<Invoice, 'id'>, overrides: object = {}) => ({
  isCreditNote: true,
  direction: 'outgoing',
  parentDocumentId: parent.id,
  clientId: scope.clientId,
  seriesId: scope.seriesId,
  issueDate: today(),
  dueDate: today(),
  currency: 'RON',
  idempotencyKey: randomUUID(),
  lines: [{ description: 'Retur', quantity: -0.5, unitPrice: 100, vatRateId: scope.vat21 }],
  ...overrides,
});

/** POST or PUT of a body as it is. */
export const sendCredit = (service: Service, scope: Scope, body: unknown, id?: string): Promise<Answered<CreditNote & Refusal>> =>
  call(service, scope, id ? 'PUT' : 'POST', id ? `/invoices/${id}` : '/invoices', body);

/** A credit note of an invoice, as a draft. */
export async function creditDraft(
  service: Service,
  scope: Crediting,
  parent: Pick<Invoice, 'id'>,
  overrides: object = {},
): Promise<CreditNote> {
  const sent = service.api('POST', '/api/v1/invoices', { ...scope, body: creditBody(scope, parent, overrides) });
  return expecting<CreditNote>(201, 'Creating a credit note', sent);
}

/** An issued credit note of an invoice. */
export async function creditIssued(
  service: Service,
  scope: Crediting,
  parent: Pick<Invoice, 'id'>,
  overrides: object = {},
): Promise<CreditNote> {
  const { id } = await creditDraft(service, scope, parent, overrides);
  return expecting<CreditNote>(200, 'Issuing', service.api('POST', `/api/v1/invoices/${id}/issue`, scope));
}

/** An invoice of 121.00 in force and a credit note on it as a draft. */
export async function credited(
  service: Service,
  scope: Crediting,
  overrides: object = {},
): Promise<{ invoice: Invoice; note: CreditNote }> {
  const invoice = await inForce(service, scope, { clientId: scope.clientId });
  return { invoice, note: await creditDraft(service, scope, invoice, overrides) };
}
