import { expecting } from '../../../infra/local/api-client.ts';
import { CLIENT, COMPANY } from '../../../infra/local/demo/journey.ts';
import { newEmail, openedSession, PASSWORD } from '../accounts.ts';
import { newMember } from '../organization.ts';
import { isRecordParameter } from '#shared/platform/lambda/endpoint/record-parameter.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newPasskey } from '../authenticator.ts';
import { withLogo } from '../companies/logo.ts';
import { formWith, PDF } from '../files.ts';
import { digits, freshIban } from './fresh-values.ts';
import { BODIES, VALUES } from './request-values.ts';
import type { Scope, Service } from '../service.ts';
import { connect, invoiceBody, validated } from '../invoices.ts';
import { delivering, deliveryNoteBody, noteIn } from '../delivery-notes.ts';
import { offering, proformaBody } from '../proformas.ts';
import { purchaseBody } from '../purchases/purchases.ts';
import { declaredAtOnce } from '../transport.ts';
import { authorityMessage } from '../taxauth/listed-message.ts';
import { received } from '../taxauth/received.ts';
import { receiptBody } from '../receipts/receipts.ts';
import { recurringBody, recurringIn } from '../recurring/templates.ts';

/**
 * How the generated tests create each kind of record that a path names. The key is the path template up
 * to and including the parameter; of several that fit, the longest counts. A new kind of record needs one line here.
 */
export interface Resource {
  /** A valid body for a POST to the collection. */
  body?: (service: Service, scope: Scope) => Promise<object> | object;
  /** Creates a record; by default a POST of `body` to the collection. */
  create?: (service: Service, scope: Scope, parents: Record<string, string>) => Promise<string>;
  /** The id in the response of the POST; by default the member `id`. */
  idIn?: (answer: Made) => string;
  /** The record belongs to its creator: nobody else of the organization may access it. */
  personal?: boolean;
  /** The effect of DELETE: the record is gone (the default), or in another state. */
  deleted?: 'gone' | 'kept';
}

/** The body of the answer to a POST. */
type Made = Record<string, unknown>;

const inMember =
  (name: string) =>
  (answer: Made): string =>
    String((answer[name] as { id: string }).id);

const HERE = 'test/support/matrix/resources.ts';

const newInvoice = async (service: Service, scope: Scope) => invoiceBody((await service.newClient(scope, freshClient())).id);

const freshClient = () => ({ ...CLIENT, cui: `RO9${digits(8)}` });

const invoice: Resource = { body: newInvoice, idIn: inMember('invoice') };
const connectedInvoice: Resource = {
  create: (service, scope) => connect(service, scope).then(() => issuedInvoice(service, scope)),
};

/** Like a client, but without a type. */
function freshSupplier(): object {
  const { type: _, ...party } = freshClient();
  return { ...party, registrationNumber: 'J40/1/2020', bankAccount: freshIban() };
}

/** A draft. */
const deliveryNote: Resource = {
  body: async (service, scope) => deliveryNoteBody(await delivering(service, scope)),
  idIn: answer => String(answer['uuid']),
};

/** A proforma in a state that allows all actions. */
const proforma: Resource = {
  body: async (service, scope) => proformaBody(await offering(service, scope, `PF${digits(8)}`)),
  idIn: answer => String(answer['uuid']),
};

export const RESOURCES: Record<string, Resource> = {
  '/api/v1/companies/{uuid}': { body: () => ({ ...COMPANY, cif: `RO8${digits(8)}` }) },
  '/api/v1/companies/{uuid}/logo': { create: withLogo },
  '/api/v1/companies/{uuid}/toggle-sync': { create: (service, scope) => connect(service, scope).then(() => scope.company) },
  '/api/v1/clients/{uuid}': { body: freshClient, idIn: inMember('client') },
  '/api/v1/efactura-messages/{uuid}': { create: authorityMessage },
  '/api/v1/suppliers/{uuid}': { body: freshSupplier, idIn: inMember('supplier') },
  '/api/v1/purchases/{uuid}': { body: () => purchaseBody() },
  '/api/v1/vat-rates/{uuid}': { body: () => ({ rate: 11, label: `11 % ${digits(6)}`, categoryCode: 'S' }) },
  '/api/v1/document-series/{uuid}': { body: () => ({ prefix: `S${digits(9)}`, type: 'invoice', name: 'Test' }) },
  '/api/v1/receipts/{uuid}': { body: receiptBody },
  '/api/v1/bank-accounts/{uuid}': { body: () => ({ iban: freshIban(), currency: 'EUR' }) },
  '/api/v1/email-templates/{uuid}': { body: () => ({ name: 'Test', subject: '[[total]]', body: 'Bună ziua' }) },
  '/api/v1/products/{uuid}': { body: () => ({ name: 'Grindă', code: `P${digits(9)}`, unitPrice: '12.50' }) },
  '/api/v1/api-tokens/{uuid}': { body: () => ({ name: 'Test', scopes: ['invoice.view'] }), deleted: 'kept', personal: true },
  '/api/v1/me/passkeys/{id}': {
    create: async (service, { token }) => (await newPasskey(service, token, { password: PASSWORD })).id,
    personal: true,
  },
  '/api/v1/me/sessions/{id}': { create: async (_service, { token }) => openedSession(token), personal: true },
  '/api/v1/taxauth/tokens/{id}': { body: grantedToken, personal: true },
  '/api/v1/organizations/{uuid}': { body: () => ({ name: 'Renamed' }), create: organizationOf },
  '/api/v1/members/{uuid}': { body: () => ({ isActive: true }), create: newEmployee, deleted: 'kept' },
  '/api/v1/invitations/{uuid}': { body: () => ({ email: newEmail(), role: 'employee' }) },
  '/api/v1/licensing/keys/{id}': { body: () => ({ instanceName: 'Test' }), deleted: 'kept' },
  '/api/v1/allocations/{uuid}': {
    body: async (service, scope) => ({
      clientId: (await service.newClient(scope, freshClient())).id,
      ...{ paymentDate: today(), amount: 100 },
    }),
  },
  '/api/v1/invoices/{uuid}': invoice,
  // Drafts accept no payments.
  '/api/v1/invoices/{uuid}/payments': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/payments/{paymentId}': {
    body: () => ({ amount: 1, paymentDate: today() }),
    idIn: inMember('payment'),
  },
  // Drafts have no XML, and cannot be mailed.
  '/api/v1/invoices/{uuid}/xml': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/email': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/share-links': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/submit': connectedInvoice,
  '/api/v1/invoices/{uuid}/upload': connectedInvoice,
  '/api/v1/invoices/{uuid}/storno': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/correct': { create: issuedInvoice },
  '/api/v1/invoices/{uuid}/restore': { create: cancelledInvoice },
  '/api/v1/invoices/{uuid}/share-links/{linkId}': { body: () => ({}), deleted: 'kept' },
  '/api/v1/invoices/{uuid}/attachments/{attachmentId}': { body: () => formWith(PDF), deleted: 'kept' },
  '/api/v1/invoices/{uuid}/attachments/uploads/{uploadId}': {
    body: () => ({ filename: 'a.pdf', size: 100 }),
    idIn: answer => String(answer['uploadId']),
  },
  // By its id; the file name of its archive finds it too.
  '/api/v1/exports/{export}': { create: newExport },
  '/api/v1/proforma-invoices/{uuid}': proforma,
  '/api/v1/delivery-notes/{uuid}': deliveryNote,
  '/api/v1/delivery-notes/{uuid}/convert': { create: issuedNote },
  '/api/v1/delivery-notes/{uuid}/storno': { create: issuedNote },
  '/api/v1/delivery-notes/{uuid}/etransport': { create: issuedNote },
  '/api/v1/delivery-notes/{uuid}/restore': { create: cancelledNote },
  '/api/v1/delivery-notes/{uuid}/submit-etransport': { create: issuedNote },
  ...Object.fromEntries(
    'email correct vehicle confirm delete'
      .split(' ')
      .map(action => [`/api/v1/delivery-notes/{uuid}/etransport/${action}`, { create: declaredNote }]),
  ),
  '/api/v1/recurring-invoices/{uuid}': {
    body: async (service, scope) => {
      const { id: clientId } = await service.newClient(scope, freshClient());
      return recurringBody(await recurringIn(service, { ...scope, clientId }));
    },
  },
  '/api/v1/webhooks/{uuid}': {
    body: () => ({ url: 'https://receiver.example/hook', events: ['invoice.issued'] }),
    idIn: answer => String(answer['uuid']),
  },
  '/api/v1/webhooks/{uuid}/deliveries/{deliveryUuid}': { create: testDelivery },
  '/api/v1/events/{uuid}': { create: eventOfClient },
  '/api/v1/transport-declarations/{uuid}': {
    body: async (service, scope) => ({ deliveryNotes: [{ deliveryNoteId: await issuedNote(service, scope) }] }),
    idIn: answer => String(answer['uuid']),
  },
  // A received invoice.
  '/api/v1/invoices/{uuid}/answer': { create: (service, scope) => connect(service, scope).then(() => received(scope)) },
  // The signed response of the authority.
  '/api/v1/invoices/{uuid}/verify-signature': { create: validatedInvoice },
  '/api/v1/invoices/{uuid}/signature': { create: validatedInvoice },
  '/api/v1/invoices/{uuid}/taxauth-response': { create: validatedInvoice },
};

async function issuedNote(service: Service, scope: Scope): Promise<string> {
  return (await noteIn(service, await delivering(service, scope), 'issued')).uuid;
}

/** A note whose transport is declared, of a company that is connected to the authority. */
async function declaredNote(service: Service, scope: Scope): Promise<string> {
  await connect(service, scope);
  return (await declaredAtOnce(service, await delivering(service, scope))).uuid;
}

/** The delivery of a test event, which no receiver gets. */
async function testDelivery(service: Service, scope: Scope, { uuid }: Record<string, string>): Promise<string> {
  const sent = service.api('POST', `/api/v1/webhooks/${uuid}/test`, { ...scope, body: {} });
  return (await expecting<{ deliveryUuid: string }>(200, 'A test', sent)).deliveryUuid;
}

/** The event of a new client, once the index has it. */
async function eventOfClient(service: Service, scope: Scope): Promise<string> {
  await service.newClient(scope, freshClient());
  await service.idle();
  const { data } = await expecting<{ data: { id: string }[] }>(200, 'Events', service.api('GET', '/api/v1/events', scope));
  return data[0]?.id ?? '';
}

async function cancelledNote(service: Service, scope: Scope): Promise<string> {
  return (await noteIn(service, await delivering(service, scope), 'cancelled')).uuid;
}

/** The organization of the scope's company. */
async function organizationOf(service: Service, scope: Scope): Promise<string> {
  const company = service.api('GET', `/api/v1/companies/${scope.company}`, scope);
  return String((await expecting(200, 'The company', company))['organizationId']);
}

async function newEmployee(service: Service, { token }: Scope): Promise<string> {
  return (await newMember(service, { token }, 'employee')).memberId;
}

/** A token that the authority's simulator accepts for the company. */
async function grantedToken(service: Service, scope: Scope): Promise<object> {
  const company = service.api('GET', `/api/v1/companies/${scope.company}`, scope);
  const { cif } = await expecting(200, 'The company', company);
  const { token } = await expecting(201, 'A token', service.api('POST', '/_local/taxauth/tokens', { body: { cif } }));
  return { token, companyId: scope.company };
}

async function issuedInvoice(service: Service, scope: Scope): Promise<string> {
  const body = await newInvoice(service, scope);
  const made = await expecting<Made>(201, 'A draft', service.api('POST', '/api/v1/invoices', { ...scope, body }));
  const id = inMember('invoice')(made);
  await expecting(200, 'Issuing', service.api('POST', `/api/v1/invoices/${id}/issue`, scope));
  return id;
}

async function cancelledInvoice(service: Service, scope: Scope): Promise<string> {
  const id = await issuedInvoice(service, scope);
  const body = { reason: 'Ordered twice by mistake' };
  await expecting(200, 'Cancelling', service.api('POST', `/api/v1/invoices/${id}/cancel`, { ...scope, body }));
  return id;
}

/** An archive of one invoice, complete or in progress. */
async function newExport(service: Service, scope: Scope): Promise<string> {
  const body = { invoiceIds: [await issuedInvoice(service, scope)], includePdf: false };
  const sent = service.api('POST', '/api/v1/invoices/export/zip', { ...scope, body });
  return (await expecting<{ exportId: string }>(202, 'An export', sent)).exportId;
}

async function validatedInvoice(service: Service, scope: Scope): Promise<string> {
  await connect(service, scope);
  return (await validated(service, scope)).id;
}

/** The part of a template that ends with this parameter. */
const upTo = (template: string, parameter: string): string =>
  template.slice(0, template.indexOf(`{${parameter}}`) + parameter.length + 2);

/** The collection that a record's template belongs to: `/api/v1/clients/{uuid}` → `/api/v1/clients`. */
const collectionOf = (template: string): string => template.slice(0, template.lastIndexOf('/{'));

export const filled = (template: string, params: Record<string, string>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** A resource with its key in `RESOURCES`, and the path of one record of it. */
type Kind = Resource & { key: string; template: string };

/** Whether a parameter of a template names a record: by its name, or because a test makes records for it. */
export const namesRecord = (template: string, parameter: string): boolean =>
  isRecordParameter(parameter) || RESOURCES[upTo(template, parameter)] !== undefined;

/** The kind of record that a parameter of a template names. @throws Error that says where to add it */
export function resourceOf(template: string, parameter: string): Kind {
  const prefix = upTo(template, parameter);
  const special = Object.keys(RESOURCES)
    .filter(
      key => key === prefix || (template.startsWith(key) && key.startsWith(prefix) && !key.slice(prefix.length).includes('{')),
    )
    .toSorted((a, b) => b.length - a.length)[0];
  const resource = special === undefined ? undefined : RESOURCES[special];
  if (!resource) throw new Error(`No test makes a record for ${prefix}: add a line to RESOURCES in ${HERE}.`);
  return { ...resource, key: special ?? prefix, template: prefix };
}

/** The value of a parameter that names no record. @throws Error that says where to add it */
export function valueOf(template: string, parameter: string): string {
  const value = VALUES[upTo(template, parameter)];
  if (value === undefined) throw new Error(`No test has a value for ${upTo(template, parameter)}: add it to VALUES in ${HERE}.`);
  return value;
}

/** A body that the endpoint may accept: the resource's own for POST to its collection and for changes of a record. */
export async function bodyFor(service: Service, scope: Scope, method: string, path: string): Promise<object> {
  const known = BODIES[`${method} ${path}`];
  if (known) return known;
  const isChange = method === 'PATCH' || method === 'PUT';
  const [key] = Object.keys(RESOURCES).filter(template => (isChange ? template : collectionOf(template)) === path);
  const body: object = (key !== undefined && (await RESOURCES[key]?.body?.(service, scope))) || {};
  // The key of a request that creates a record is no member of those that change it.
  return isChange ? { ...body, idempotencyKey: undefined } : body;
}

/** Creates a record. */
export async function makeRecord(
  service: Service,
  scope: Scope,
  { template, body, create, idIn = answer => String(answer['id']) }: Kind,
  parents: Record<string, string>,
): Promise<string> {
  if (create) return create(service, scope, parents);
  const path = filled(collectionOf(template), parents);
  const sent = service.api('POST', path, { ...scope, body: await body?.(service, scope) });
  return idIn(await expecting<Made>([200, 201], `POST ${path}`, sent));
}
