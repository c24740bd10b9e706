import { randomInt, randomUUID } from 'node:crypto';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { expecting } from '../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { changeWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { checkOnce } from '#shared/documents/invoices/submission/tasks.ts';
import { StillProcessing } from '#shared/authority/taxauth/client/still-processing.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Answered, Invoice, InvoiceWithValidation, Refusal } from './contract.ts';
import { keyWith } from './members.ts';
import type { Scope, Service, User } from './service.ts';

/** Creates invoices for API tests. */

/** A valid body; its amount is unique, so that the service never returns an existing draft instead. */
export const invoiceBody = (clientId: string, overrides: object = {}) => ({
  clientId,
  issueDate: today(),
  dueDate: today(),
  idempotencyKey: randomUUID(),
  lines: [{ description: 'Consultanță', quantity: 1, unitPrice: 100, vatRate: 21 }],
  ...overrides,
});

/** A request within a company. */
export const call = async <T = Invoice>(
  service: Service,
  scope: Scope,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered<T>> => (await service.api(method, `/api/v1${path}`, { ...scope, body })) as Answered<T>;

/** Creates a draft, with a new client unless the overrides name one. */
export async function draft(service: Service, scope: Scope, overrides: object = {}): Promise<Invoice> {
  const clientId = (overrides as { clientId?: string }).clientId ?? (await service.newClient(scope)).id;
  const sent = service.api('POST', '/api/v1/invoices', { ...scope, body: invoiceBody(clientId, overrides) });
  return (await expecting<{ invoice: Invoice }>(201, 'Creating a draft', sent)).invoice;
}

/** An issued invoice. */
export async function issued(service: Service, scope: Scope, overrides: object = {}): Promise<Invoice> {
  const { id } = await draft(service, scope, overrides);
  return expecting<Invoice>(200, 'Issuing', service.api('POST', `/api/v1/invoices/${id}/issue`, scope));
}

/** An invoice that the authority has validated; the company must be connected. Polls at once, without changing the clock. */
export async function validated(service: Service, scope: Scope, overrides: object = {}): Promise<Invoice> {
  return accepted(service, scope, (await issued(service, scope, overrides)).id);
}

/** Submits an issued document and polls at once. @returns the validated document */
export async function accepted(service: Service, scope: Scope, id: string): Promise<Invoice> {
  const sent = service.api('POST', `/api/v1/invoices/${id}/submit`, scope);
  const status = await verdictOn(scope, await expecting<Invoice>(200, 'Submitting', sent));
  if (status !== 'validated') throw new Error(`The invoice was not validated: it is ${status}.`);
  return detailOf(service, scope, id);
}

/** The status of a submitted document after the authority's result. Polls at once, without changing the clock. */
export function verdictOn(scope: Scope, { id, taxauthSubmissionId }: Invoice): Promise<string> {
  const input = { companyId: scope.company, invoiceId: id, submissionId: String(taxauthSubmissionId) };
  const ask = async (times: number): Promise<string> => {
    try {
      return (await checkOnce(input)).status;
    } catch (error) {
      if (error instanceof StillProcessing && times > 1) return ask(times - 1);
      throw error;
    }
  };
  // The simulator returns "in process" once, and once more if another company with the same tax id has used the number.
  return ask(4);
}

/** Connects a company to the tax authority's simulator. */
export async function connect(service: Service, scope: Scope): Promise<void> {
  const company = await expecting<{ cif: string }>(
    200,
    'Reading the company',
    service.api('GET', `/api/v1/companies/${scope.company}`, scope),
  );
  const { token } = await expecting<{ token: string }>(
    201,
    'A token',
    service.api('POST', '/_local/taxauth/tokens', { body: { cif: company.cif } }),
  );
  await expecting(
    201,
    'Saving the token',
    service.api('POST', '/api/v1/taxauth/tokens', { ...scope, body: { token, companyId: scope.company } }),
  );
}

/** A company with a client, connected to the authority. */
export async function readyCompany(service: Service, user?: User): Promise<Scope & { clientId: string }> {
  // A unique tax id, since the authority identifies documents by issuer and number.
  const cif = String(randomInt(10_000_000, 99_999_999));
  const scope = await service.newCompany(user ?? (await service.newUser()), { cif, vatCode: `RO${cif}` });
  const [{ id }] = await Promise.all([service.newClient(scope), connect(service, scope)]);
  return { ...scope, clientId: id };
}

/** A company with a client, without a connection to the authority. */
export async function trader(service: Service, user?: User): Promise<Scope & { clientId: string }> {
  const scope = await service.newCompany(user ?? (await service.newUser()));
  return { ...scope, clientId: (await service.newClient(scope)).id };
}

/** `trader`, with an API key with all permissions, which does not expire when the clock is set forward. */
export async function lastingTrader(service: Service): Promise<Scope & { clientId: string }> {
  const user = await service.newUser();
  const { company } = await service.newCompany(user);
  const scope = { token: await keyWith(service, user, PERMISSIONS), company };
  return { ...scope, clientId: (await service.newClient(scope)).id };
}

/** POST of an unchanged invoice body. */
export const post = (service: Service, scope: Scope, body: unknown): Promise<Answered<InvoiceWithValidation & Refusal>> =>
  call(service, scope, 'POST', '/invoices', body);

/** The invoice as its GET returns it. */
export const detailOf = async (service: Service, scope: Scope, id: string): Promise<Invoice> =>
  expecting<Invoice>(200, 'Reading the invoice', service.api('GET', `/api/v1/invoices/${id}`, scope));

/** The XML of an issued document. */
export const xmlOf = async (service: Service, scope: Scope, id: string): Promise<string> =>
  (await call<Buffer>(service, scope, 'GET', `/invoices/${id}/xml`)).body.toString();

/** Sets fields of a stored invoice that only other parts of the system can set, such as the authority's result. */
export async function become(scope: Scope, id: string, fields: Partial<InvoiceDocument>): Promise<void> {
  const before = (await readInvoice(scope.company, id))?.document;
  if (!before) throw new Error(`There is no invoice ${id}.`);
  await transact(changeWrites(INVOICES, { before, after: { ...before, ...fields }, recorded: [] }));
}

let standing = 0;

/** An invoice in the state after its issue, but without number series, XML and PDF, which saves the time of the browser. */
export async function inForce(service: Service, scope: Scope, overrides: object = {}): Promise<Invoice> {
  const { id } = await draft(service, scope, overrides);
  await become(scope, id, {
    status: 'issued',
    number: `IF-${String(++standing).padStart(3, '0')}`,
    sequence: standing,
    issuedAt: instant(),
  });
  return detailOf(service, scope, id);
}
