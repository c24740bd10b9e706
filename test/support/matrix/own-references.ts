import { today } from '#shared/base/kernel/clock.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { creditBody, credited, creditingIn, creditIssued } from '../credit-notes.ts';
import { delivering, noteIn, transportOfLine } from '../delivery-notes.ts';
import { detailOf, draft, inForce } from '../invoices.ts';
import { newProforma, offering } from '../proformas.ts';
import { receiptBody, receiptSeries } from '../receipts/receipts.ts';
import { recurring, recurringIn } from '../recurring/templates.ts';
import type { Scope, Service } from '../service.ts';
import { received } from '../taxauth/received.ts';
import type { Definition } from './endpoints.ts';
import { digits } from './fresh-values.ts';
import { addCompany } from './people.ts';
import { namedBy, type Reference } from './references.ts';
import { bodyFor, makeRecord, resourceOf } from './resources.ts';
import { makeTarget, type Params, parametersOf } from './targets.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Requests for which a reference in a body or a query makes a difference, and records that they may name. */

export interface Framed {
  params: Params;
  body: object;
  /** Another company than that of the scope, for requests that may end it. */
  company?: CompanyId;
}

/** Creates a record for a request that exists already. */
type Make = (service: Service, scope: Scope, framed: Framed) => Promise<string>;

const read = <T>(service: Service, scope: Scope, path: string): Promise<T> =>
  expecting<T>(200, path, service.api('GET', `/api/v1${path}`, scope));

const seriesOf =
  (type: string): Make =>
  async (service, scope) => {
    const body = { prefix: `S${digits(9)}`, type, name: 'Test' };
    const sent = service.api('POST', '/api/v1/document-series', { ...scope, body });
    return (await expecting<{ id: string }>(201, 'A series', sent)).id;
  };

const templateOf =
  (category: string): Make =>
  async (service, scope) => {
    const body = { name: 'Test', subject: '[[total]]', body: 'Bună ziua', category };
    const sent = service.api('POST', '/api/v1/email-templates', { ...scope, body });
    return (await expecting<{ id: string }>(201, 'A template', sent)).id;
  };

/** The first line of the document in the path. */
const firstLine =
  (collection: string): Make =>
  async (service, scope, { params }) =>
    (await read<{ lines: { uuid: string }[] }>(service, scope, `/${collection}/${params['uuid']}`)).lines[0]?.uuid ?? '';

const freshClient = (service: Service, scope: Scope): Promise<string> =>
  makeRecord(service, scope, resourceOf('/api/v1/clients/{uuid}', 'uuid'), {});

/** A company with access from the scope: its own. */
const ownCompany: Make = (_, { company }) => Promise.resolve(company);

const invoiceOf = async (service: Service, scope: Scope, clientId: string): Promise<string> =>
  (await inForce(service, scope, { clientId })).id;

/** A client to whom a document of the kind is sent, so that its list has one. */
const clientWith =
  (make: (service: Service, scope: Scope & { clientId: string }) => Promise<unknown>): Make =>
  async (service, scope) => {
    const clientId = await freshClient(service, scope);
    await make(service, { ...scope, clientId });
    return clientId;
  };
const invoiced = clientWith((service, scope) => draft(service, scope, { clientId: scope.clientId }));

const supplierOfReceived: Make = async (service, scope) =>
  (await detailOf(service, scope, await received(scope))).supplier?.id ?? '';

const creditedInvoice: Make = async (service, scope) => {
  const crediting = await creditingIn(service, { ...scope, clientId: await freshClient(service, scope) });
  return (await credited(service, crediting)).invoice.id;
};

/** Records that must fit the request, by the name of the reference as in `REFERENCES`; any record of its kind fits the others. */
const FITTING: Record<string, Make> = {
  companyId: ownCompany,
  'allowedCompanies.0': ownCompany,
  archiveExportId: (_service, _scope, { body }) => Promise.resolve((body as { archiveExportId: string }).archiveExportId),
  'PUT /api/v1/delivery-notes/{uuid} lines.0.uuid': firstLine('delivery-notes'),
  'PATCH /api/v1/delivery-notes/{uuid}/etransport lines.0.uuid': firstLine('delivery-notes'),
  'POST /api/v1/delivery-notes/{uuid}/etransport/correct lines.0.uuid': firstLine('delivery-notes'),
  'PUT /api/v1/invoices/{uuid} lines.0.uuid': firstLine('invoices'),
  'PUT /api/v1/proforma-invoices/{uuid} lines.0.uuid': firstLine('proforma-invoices'),
  'POST /api/v1/transport-declarations deliveryNotes.0.lines.0.uuid': (service, scope, { body }) =>
    firstLine('delivery-notes')(service, scope, {
      params: { uuid: (body as { deliveryNotes: { deliveryNoteId: string }[] }).deliveryNotes[0]?.deliveryNoteId ?? '' },
      body,
    }),
  declarationId: async (service, scope, { params }) =>
    (await read<{ etransportDeclarationId: string }>(service, scope, `/delivery-notes/${params['uuid']}`))
      .etransportDeclarationId,
  'POST /api/v1/delivery-notes documentSeriesId': seriesOf('delivery_note'),
  'PUT /api/v1/delivery-notes/{uuid} documentSeriesId': seriesOf('delivery_note'),
  'POST /api/v1/proforma-invoices seriesId': seriesOf('proforma'),
  'POST /api/v1/invoices seriesId': seriesOf('credit_note'),
  'PUT /api/v1/invoices/{uuid} seriesId': seriesOf('credit_note'),
  'POST /api/v1/invoices/{uuid}/storno seriesId': seriesOf('credit_note'),
  // An invoice of the client of the draft, with as much in its VAT rate.
  'advances.0.id': async (service, scope, { params }) =>
    invoiceOf(service, scope, (await detailOf(service, scope, String(params['uuid']))).clientId ?? ''),
  'POST /api/v1/delivery-notes/{uuid}/email templateId': templateOf('delivery_note'),
  'POST /api/v1/proforma-invoices/{uuid}/email templateId': templateOf('proforma'),
  'POST /api/v1/delivery-notes/bulk-convert ids.0': async (service, scope, { body }) => {
    const { clientId } = await read<{ clientId: string }>(
      service,
      scope,
      `/delivery-notes/${(body as { ids: string[] }).ids[1]}`,
    );
    return (await noteIn(service, await delivering(service, { ...scope, clientId }), 'issued')).uuid;
  },
  'POST /api/v1/transport-declarations deliveryNotes.0.deliveryNoteId': (service, scope) => issuedNote(service, scope),
  parentDocumentId: async (service, scope, { body }) =>
    invoiceOf(service, scope, (body as { clientId?: string }).clientId ?? (await freshClient(service, scope))),
  'POST /api/v1/receipts seriesId': seriesOf('receipt'),
  'POST /api/v1/receipts documents.0.id': async (service, scope) => invoiceOf(service, scope, await freshClient(service, scope)),
  'GET /api/v1/receipts clientId': clientWith(async (service, scope) => {
    const body = { ...(await receiptBody(service, scope)), clientId: scope.clientId };
    return expecting(201, 'A receipt', service.api('POST', '/api/v1/receipts', { ...scope, body }));
  }),
  'POST /api/v1/allocations documents.0.id': (service, scope, { body }) =>
    invoiceOf(service, scope, (body as { clientId: string }).clientId),
  // Of the same client.
  'POST /api/v1/invoices/{uuid}/payments invoiceId': async (service, scope, { params }) =>
    invoiceOf(service, scope, (await detailOf(service, scope, params['uuid'] ?? '')).clientId ?? ''),
  // With its files.
  'invoiceIds.0': (service, scope) => makeRecord(service, scope, resourceOf('/api/v1/invoices/{uuid}/xml', 'uuid'), {}),
  // Another currency than the company's.
  'GET /api/v1/invoice-defaults clientId': async (service, scope) =>
    (await service.newClient(scope, { cui: `RO9${digits(8)}`, currency: 'CHF' })).id,
  'GET /api/v1/allocations clientId': clientWith((service, scope) =>
    service.api('POST', '/api/v1/allocations', {
      ...scope,
      body: { clientId: scope.clientId, paymentDate: today(), amount: 1 },
    }),
  ),
  'GET /api/v1/invoices clientId': invoiced,
  'GET /api/v1/invoices/export/csv clientId': invoiced,
  'GET /api/v1/invoices supplierId': supplierOfReceived,
  'GET /api/v1/invoices/export/csv supplierId': supplierOfReceived,
  'GET /api/v1/invoices parentDocumentId': creditedInvoice,
  'GET /api/v1/invoices/export/csv parentDocumentId': creditedInvoice,
  'GET /api/v1/delivery-notes clientId': clientWith(async (service, scope) =>
    noteIn(service, await delivering(service, scope), 'draft'),
  ),
  'GET /api/v1/proforma-invoices clientId': clientWith(async (service, scope) =>
    newProforma(service, await offering(service, scope, `PF${digits(8)}`)),
  ),
  'GET /api/v1/recurring-invoices clientId': clientWith(async (service, scope) =>
    recurring(service, await recurringIn(service, scope)),
  ),
};

/** A record that a reference of a request may name. */
export function referenced(
  service: Service,
  { token, company }: Scope,
  definition: Definition,
  { place, template }: Reference & { template: string },
  framed: Framed,
): Promise<string> {
  const scope = { token, company: framed.company ?? company };
  const make = namedBy(FITTING, definition, place);
  if (make) return make(service, scope, framed);
  return makeRecord(service, scope, resourceOf(template, parametersOf(template).at(-1) ?? ''), {});
}

/** Makes a request without the tested reference, or with another in its place. */
export type Frame = (service: Service, scope: Scope) => Promise<Framed>;

const issuedNote = async (service: Service, scope: Scope): Promise<string> =>
  (await noteIn(service, await delivering(service, scope), 'issued')).uuid;

/** A company that no other test needs, with an archive of all its invoices. */
async function archivedCompany(service: Service, { token }: Scope): Promise<Framed & { company: CompanyId }> {
  const company = await addCompany(service, token, { cif: `8${digits(7)}` });
  const archive = resourceOf('/api/v1/exports/{export}', 'export');
  const archiveExportId = await makeRecord(service, { token, company }, archive, {});
  await service.idle();
  return { params: { uuid: company }, body: { archiveExportId }, company };
}

/** An offset of the amount to pay back on an invoice that was paid and then credited. */
async function offset(service: Service, scope: Scope): Promise<Framed> {
  const crediting = await creditingIn(service, { ...scope, clientId: await freshClient(service, scope) });
  const invoice = await inForce(service, scope, { clientId: crediting.clientId });
  const payment = { amount: invoice.total, paymentDate: invoice.issueDate };
  const path = `/api/v1/invoices/${invoice.id}/payments`;
  await expecting(201, 'A payment', service.api('POST', path, { ...scope, body: payment }));
  await creditIssued(service, crediting, invoice);
  return { params: { uuid: invoice.id }, body: { ...payment, type: 'offset', amount: 1 } };
}

/** Requests of an endpoint, or for one reference of it, where those of the other tests lack the records that the reference needs. */
const FRAMES: Record<string, Frame> = {
  'POST /api/v1/delivery-notes/bulk-convert': async (service, scope) => {
    const uuid = await issuedNote(service, scope);
    return { params: {}, body: { ids: [uuid, uuid] } };
  },
  'POST /api/v1/delivery-notes/{uuid}/etransport/correct lines.0.uuid': async (service, scope) => ({
    params: await makeTarget(service, scope, { path: '/api/v1/delivery-notes/{uuid}/etransport/correct' }),
    body: { lines: [{ ...transportOfLine, netWeight: '1190.00' }] },
  }),
  'POST /api/v1/transport-declarations deliveryNotes.0.lines.0.uuid': async (service, scope) => {
    const deliveryNoteId = await issuedNote(service, scope);
    return { params: {}, body: { deliveryNotes: [{ deliveryNoteId, lines: [{ quantity: 1 }] }] } };
  },
  // Of a client or of a supplier, not of both.
  'POST /api/v1/reports/statement/email supplierId': () =>
    Promise.resolve({ params: {}, body: { to: 'supplier@supplier.example' } }),
  'POST /api/v1/invoices/{uuid}/payments invoiceId': offset,
  'POST /api/v1/receipts documents.0.id': async (service, scope) => {
    const id = await invoiceOf(service, scope, await freshClient(service, scope));
    const seriesId = await receiptSeries(service, scope);
    return { params: {}, body: { amount: 1, seriesId, documents: [{ id, amount: 1 }] } };
  },
  'POST /api/v1/allocations documents.0.id': async (service, scope) => ({
    params: {},
    body: { clientId: await freshClient(service, scope), paymentDate: today(), amount: 1, documents: [{ amount: 1 }] },
  }),
  'POST /api/v1/invitations': () =>
    Promise.resolve({ params: {}, body: { email: `invited-${digits(20)}@test.example`, role: 'employee' } }),
  'DELETE /api/v1/companies/{uuid}': archivedCompany,
  'POST /api/v1/companies/{uuid}/deletion': async (service, scope) => {
    const framed = await archivedCompany(service, scope);
    await expecting(204, 'Removing', service.api('DELETE', `/api/v1/companies/${framed.company}`, { token: scope.token }));
    return framed;
  },
};

/** A fresh request for a reference of an endpoint. */
export async function framed(service: Service, scope: Scope, definition: Definition, { place }: Reference): Promise<Framed> {
  const { method, path } = definition;
  const frame = FRAMES[`${method} ${path} ${place}`] ?? FRAMES[`${method} ${path}`];
  if (frame) return frame(service, scope);
  const [params, body] = await Promise.all([makeTarget(service, scope, definition), bodyFor(service, scope, method, path)]);
  return { params, body };
}

/** The same endpoints with a credit note, which names other records than an invoice. */
export const OF_CREDIT_NOTES: Record<string, Frame> = {
  'POST /api/v1/invoices': async (service, scope) => {
    const crediting = await creditingIn(service, { ...scope, clientId: await freshClient(service, scope) });
    return { params: {}, body: creditBody(crediting, await inForce(service, scope, { clientId: crediting.clientId })) };
  },
  'PUT /api/v1/invoices/{uuid}': async (service, scope) => {
    const crediting = await creditingIn(service, { ...scope, clientId: await freshClient(service, scope) });
    const { invoice, note } = await credited(service, crediting);
    return { params: { uuid: note.id }, body: creditBody(crediting, invoice) };
  },
};
