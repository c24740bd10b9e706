import { beforeAll } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Answered, CreditNote, Invoice, InvoiceWithValidation, Refusal } from './contract.ts';
import { creditBody, creditDraft, credited, creditIssued, type Crediting, creditingIn, sendCredit } from './credit-notes.ts';
import { become, call, detailOf, draft, inForce, invoiceBody, issued, post } from './invoices.ts';
import { readyCompany, trader, validated, xmlOf } from './invoices.ts';
import { keyWith } from './members.ts';
import { type Service, useService } from './service.ts';

export interface TraderOptions {
  /** The service that the file uses; by default the shared one. */
  service?: () => Service;
  /** Connected to the tax authority, with a unique tax id. */
  connected?: boolean;
  /** With an API key with all permissions, which does not expire when the clock is set forward. */
  lasting?: boolean;
}

/** A company that trades, and its requests over HTTP. */
export type Trader = ReturnType<typeof requestsOf>;

/** The requests of a company; documents are for its client unless the overrides name another one. */
function requestsOf(service: () => Service, scope: Crediting) {
  const toClient = (overrides: object) => ({ clientId: scope.clientId, ...overrides });
  const request = <T = Invoice>(method: string, path: string, body?: unknown): Promise<Answered<T>> =>
    call<T>(service(), scope, method, path, body);
  return {
    /** The scope of its requests, and the ids of its client, series and VAT rates. */
    scope,
    /** Any request, at a path below /api/v1. */
    request,
    /** POST of an unchanged invoice body. */
    post: (body: unknown) => post(service(), scope, body),
    /** PUT of an unchanged invoice body. */
    put: (id: string, body: unknown): Promise<Answered<InvoiceWithValidation & Refusal>> =>
      request('PUT', `/invoices/${id}`, body),
    /** An action on a document: `issue`, `submit`, `upload`, `restore` … */
    act: <T = Invoice>(id: string, action: string, body?: unknown): Promise<Answered<T & Refusal>> =>
      request('POST', `/invoices/${id}/${action}`, body),
    remove: (id: string): Promise<Answered<Refusal>> => request('DELETE', `/invoices/${id}`),
    /** A valid invoice body that matches no existing draft. */
    invoiceBody: (overrides: object = {}) => invoiceBody(scope.clientId, overrides),
    draft: (overrides: object = {}) => draft(service(), scope, toClient(overrides)),
    issued: (overrides: object = {}) => issued(service(), scope, toClient(overrides)),
    /** In the state after its issue, without series, XML and PDF. */
    inForce: (overrides: object = {}) => inForce(service(), scope, toClient(overrides)),
    /** Validated by the authority; for a company that is connected to it. */
    validated: (overrides: object = {}) => validated(service(), scope, toClient(overrides)),
    detailOf: (id: string) => detailOf(service(), scope, id),
    /** Requests a file of a document, such as `pdf`. */
    file: <T = Buffer>(id: string, name: string) => request<T>('GET', `/invoices/${id}/${name}`),
    xmlOf: (id: string) => xmlOf(service(), scope, id),
    /** Sets fields of a stored document that only other parts of the system can set. */
    become: (id: string, fields: Partial<InvoiceDocument>) => become(scope, id, fields),
    creditBody: (parent: Pick<Invoice, 'id'>, overrides: object = {}) => creditBody(scope, parent, overrides),
    /** POST, or PUT with an id, of an unchanged credit note body. */
    sendCredit: (body: unknown, id?: string) => sendCredit(service(), scope, body, id),
    creditDraft: (parent: Pick<Invoice, 'id'>, overrides: object = {}) => creditDraft(service(), scope, parent, overrides),
    creditIssued: (parent: Pick<Invoice, 'id'>, overrides: object = {}) => creditIssued(service(), scope, parent, overrides),
    /** An issued invoice of 121.00 with a draft credit note. */
    credited: (overrides: object = {}) => credited(service(), scope, overrides),
    creditNoteOf: async (id: string): Promise<CreditNote> => (await request<CreditNote>('GET', `/invoices/${id}`)).body,
  };
}

async function made(service: Service, { connected = false, lasting = false }: TraderOptions): Promise<Crediting> {
  const user = await service.newUser();
  const company = await creditingIn(service, await (connected ? readyCompany : trader)(service, user));
  return lasting ? { ...company, token: await keyWith(service, user, PERMISSIONS) } : company;
}

/**
 * The set-up of a test file: a company with a client, a series of credit notes and VAT rates, made before the first test, and its
 * requests. `newTrader` makes another one, for a test that needs a company of its own.
 */
export function useTrader(options: TraderOptions = {}) {
  const service = options.service ?? useService();
  // Filled before the first test: destructuring it outside of one yields nothing.
  const scope = {} as Crediting;
  beforeAll(async () => {
    Object.assign(scope, await made(service(), options));
  });
  return {
    service,
    ...requestsOf(service, scope),
    newTrader: async (own: TraderOptions = options): Promise<Trader> => requestsOf(service, await made(service(), own)),
  };
}
