import { today } from '#shared/base/kernel/clock.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { CLIENT, type Person, register } from '../../../infra/local/demo/journey.ts';
import type { BenchRequest, World } from '../../bench/requests.ts';
import { newPasskey } from '../authenticator.ts';
import { delivering, noteIn } from '../delivery-notes.ts';
import { formWith, PDF } from '../files.ts';
import { connect, draft, issued } from '../invoices.ts';
import { bodyFor } from '../matrix/resources.ts';
import { newProforma, offering } from '../proformas.ts';
import { recurring, recurringIn } from '../recurring/templates.ts';
import { declaredAtOnce } from '../transport.ts';
import type { Service } from '../service.ts';

/** A company with a record or two of each kind, so that lists are short and not empty. */
export interface Showcase extends World {
  /** Ids for requests, by the kind of record. */
  ids: Record<'invoice' | 'series' | 'allocation' | 'proforma' | 'note' | 'declaredNote' | 'webhook', string>;
}

const PERSON: Person = {
  email: 'ana.popescu@atelierul-de-lemn.example',
  password: 'Correct-Horse-9-Battery',
  firstName: 'Ana',
  lastName: 'Popescu',
  organizationName: 'Atelierul de Lemn',
};

/** @param hook the URL of a receiver of webhooks on this machine */
export async function openShowcase(service: Service, hook: string): Promise<Showcase> {
  // The account's log shows the confirmed address and the login.
  const user = { ...PERSON, token: await register(service.api, PERSON) };
  const scope = await service.newCompany(user);
  await connect(service, scope);
  const { id: clientId } = await service.newClient(scope);
  const post = async (path: string, body?: unknown): Promise<Record<string, string>> =>
    expecting<Record<string, string>>([200, 201, 202], path, service.api('POST', `/api/v1${path}`, { ...scope, body }));
  const webhook = await post('/webhooks', { url: hook, events: ['invoice.issued', 'payment.created'] });
  await service.newClient(scope, { ...CLIENT, name: 'Grădina Urbană SRL', cui: 'RO18547290', email: 'office@gradina.example' });
  for (const path of [
    '/bank-accounts',
    '/products',
    '/suppliers',
    '/api-tokens',
    '/invitations',
    '/licensing/keys',
    '/taxauth/token-links',
  ])
    await post(path, await bodyFor(service, scope, 'POST', `/api/v1${path}`));
  const { id: invoice, documentSeriesId } = await issued(service, scope, { clientId });
  await draft(service, scope, { clientId });
  await post(`/invoices/${invoice}/attachments`, formWith(PDF));
  await post(`/invoices/${invoice}/payments`, { amount: 21, paymentDate: '2026-09-15', paymentMethod: 'bank_transfer' });
  const paid = { documents: [{ id: invoice, amount: 50 }], reference: 'OP 4711' };
  const { uuid: allocation = '' } = await post('/allocations', { clientId, paymentDate: '2026-09-15', amount: 60, ...paid });
  await post(`/invoices/${invoice}/share-links`, {});
  await post(`/invoices/${invoice}/email`, { to: 'contabilitate@santierul-verde.example' });
  const { uuid: proforma } = await newProforma(service, await offering(service, { ...scope, clientId }));
  await post(`/proforma-invoices/${proforma}/email`, { to: 'contabilitate@santierul-verde.example' });
  const goods = await delivering(service, { ...scope, clientId });
  const { uuid: note } = await noteIn(service, goods, 'issued');
  await post(`/delivery-notes/${note}/email`, { to: 'contabilitate@santierul-verde.example' });
  const { uuid: declaredNote } = await declaredAtOnce(service, goods);
  await recurring(service, await recurringIn(service, { ...scope, clientId }));
  await newPasskey(service, user.token);
  await post('/sync/trigger', {});
  await service.idle();
  return {
    service,
    user,
    scope,
    clientId,
    ids: {
      ...{ invoice, series: String(documentSeriesId), allocation },
      ...{ proforma, note, declaredNote, webhook: webhook['uuid'] ?? '' },
    },
  };
}

type Where = (ids: Showcase['ids'] & { client: string }) => string;

/** Requests for records of the showcase, where new ones would have nothing to show: by operation. */
const SHOWN: Record<string, Where> = {
  'allocations-get': ({ allocation }) => `/allocations/${allocation}`,
  'allocations-list': ({ client }) => `/allocations?clientId=${client}`,
  'attachments-list': ({ invoice }) => `/invoices/${invoice}/attachments`,
  'delivery-note-emails-history': ({ note }) => `/delivery-notes/${note}/emails`,
  // Of many events, which of them are the last ones differs from run to run.
  'events-list': ({ invoice }) => `/events?documentId=${invoice}&types=invoice.issued`,
  'invoice-emails-history': ({ invoice }) => `/invoices/${invoice}/emails`,
  'invoices-events': ({ invoice }) => `/invoices/${invoice}/events`,
  'invoices-get': ({ invoice }) => `/invoices/${invoice}`,
  'delivery-notes-get': ({ declaredNote }) => `/delivery-notes/${declaredNote}`,
  'payments-list': ({ invoice }) => `/invoices/${invoice}/payments`,
  'proforma-emails-history': ({ proforma }) => `/proforma-invoices/${proforma}/emails`,
  'reports-control-file': ({ series }) => `/reports/control-file?seriesId=${series}`,
  'reports-statement': ({ client }) => `/reports/statement?clientId=${client}`,
  'share-links-list': ({ invoice }) => `/invoices/${invoice}/share-links`,
  'transport-declarations-list-of-note': ({ declaredNote }) => `/delivery-notes/${declaredNote}/etransport/declarations`,
  'webhooks-deliveries-list': ({ webhook }) => `/webhooks/${webhook}/deliveries`,
};

/** The buyer of the invoice that the document shows: with a client's id, nobody else could send the request as it is. */
const BUYER = {
  ...{ receiverName: 'Grădina Urbană SRL', receiverCif: 'RO18547290', receiverAddress: 'Str. Horea nr. 4' },
  ...{ receiverCity: 'Cluj-Napoca', receiverCounty: 'Cluj', receiverCountry: 'RO' },
};

/** What an invoice needs beside its buyer. */
const ORDERED = {
  ...{ issueDate: today(), paymentTerms: '30 de zile' },
  lines: [{ description: 'Consultanță', quantity: 2, unitPrice: 100, vatRate: 21 }],
};

/** The body of an operation's request as it is shown. */
export const shownBody = (operation: string, body: object): object => {
  if (operation === 'invoices-batch') return { invoices: [{ idempotencyKey: 'order-4711', ...BUYER, ...ORDERED }] };
  if (operation !== 'invoices-create') return body;
  const { clientId: _, ...others } = body as { clientId?: string };
  return { ...BUYER, ...others };
};

/** The request of an operation for a record of the showcase; undefined where the operation has one of its own. */
export function shownRequest({ ids, scope, clientId }: Showcase, operation: string): BenchRequest | undefined {
  const where = SHOWN[operation];
  return where && { path: `/api/v1${where({ ...ids, client: clientId })}`, ...scope };
}
