import { randomUUID } from 'node:crypto';
import { expecting } from '../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Answered, CreditNote, Invoice, Refusal } from './contract.ts';
import { call, inForce, trader } from './invoices.ts';
import type { Scope, Service } from './service.ts';

/** Credit notes for API tests. */

/** The ids that credit notes of a company need. */
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

/** The scope of a company with its series and rates. */
export async function creditingIn(service: Service, scope: Scope & { clientId: string }): Promise<Crediting> {
  const get = <T>(path: string): Promise<T> => expecting<T>(200, path, service.api('GET', `/api/v1${path}`, scope));
  const [series, rates] = await Promise.all([
    get<Listed[]>('/document-series?type=credit_note'),
    get<(Listed & { rate: number })[]>('/vat-rates'),
  ]);
  const rate = (percent: number): string => rates.find(one => one.rate === percent)?.id ?? '';
  return { ...scope, seriesId: series[0]?.id ?? '', vat21: rate(21), vat11: rate(11) };
}

/** A company with everything that credit notes need. */
export const crediting = async (service: Service): Promise<Crediting> => creditingIn(service, await trader(service));

/** A valid body of a credit note, which credits 50 of the invoice's net amount. */
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

/** POST or PUT of an unchanged body. */
export const sendCredit = (service: Service, scope: Scope, body: unknown, id?: string): Promise<Answered<CreditNote & Refusal>> =>
  call(service, scope, id ? 'PUT' : 'POST', id ? `/invoices/${id}` : '/invoices', body);

/** Creates a draft credit note of an invoice. */
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

/** An issued invoice of 121.00 with a draft credit note. */
export async function credited(
  service: Service,
  scope: Crediting,
  overrides: object = {},
): Promise<{ invoice: Invoice; note: CreditNote }> {
  const invoice = await inForce(service, scope, { clientId: scope.clientId });
  return { invoice, note: await creditDraft(service, scope, invoice, overrides) };
}
