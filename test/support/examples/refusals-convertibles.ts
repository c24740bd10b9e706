import { expecting } from '../../../infra/local/api-client.ts';
import { actOnNote, declarable, delivering, noteIn } from '../delivery-notes.ts';
import { call } from '../invoices.ts';
import { newProforma, offering } from '../proformas.ts';
import { digits } from '../matrix/fresh-values.ts';
import { declaredAtOnce, setTransportState } from '../transport.ts';
import type { DeliveryNote } from '../contract.ts';
import type { Refused, Refusals } from './refusals.ts';
import type { Showcase } from './showcase.ts';

const note = async ({ service, scope, clientId }: Showcase, status: DeliveryNote['status']): Promise<string> =>
  (await noteIn(service, await delivering(service, { ...scope, clientId }), status)).uuid;

const ofNote = ({ scope }: Showcase, uuid: string, action: string, body: object = {}, method = 'POST'): Refused => ({
  ...{ method, path: `/api/v1/delivery-notes/${uuid}/${action}`, ...scope, body },
});

const VEHICLE = { etransportVehicleNumber: 'CJ 01 ABC' };

const declared = async ({ service, scope, clientId }: Showcase): Promise<string> =>
  (await declaredAtOnce(service, await delivering(service, { ...scope, clientId }))).uuid;

async function submitted({ service, scope, clientId }: Showcase): Promise<string> {
  const goods = await delivering(service, { ...scope, clientId });
  const { uuid } = await noteIn(service, goods, 'issued', declarable(goods));
  await actOnNote(service, scope, uuid, 'submit-etransport');
  return uuid;
}

async function proforma(world: Showcase, ...acts: string[]): Promise<string> {
  const { service, scope, clientId } = world;
  const offer = await offering(service, { ...scope, clientId }, `PF${digits(8)}`);
  const { uuid } = await newProforma(service, offer);
  for (const act of acts) await call(service, scope, 'POST', `/proforma-invoices/${uuid}/${act}`);
  return uuid;
}

const ofProforma = ({ scope }: Showcase, uuid: string, action: string): Refused => ({
  ...{ method: 'POST', path: `/api/v1/proforma-invoices/${uuid}/${action}`, ...scope },
});

/** Causes of errors in proformas, delivery notes and transports. */
export const CONVERTIBLE_REFUSALS: Refusals = {
  'conflict-already_accepted': async world => ofProforma(world, await proforma(world, 'accept'), 'accept'),
  'conflict-already_rejected': async world => ofProforma(world, await proforma(world, 'reject'), 'reject'),
  'conflict-already_sent': async world => ofProforma(world, await proforma(world, 'send'), 'send'),
  'conflict-rejected': async world => ofProforma(world, await proforma(world, 'reject'), 'convert'),
  'conflict-already_converted': async world => ofProforma(world, await proforma(world, 'accept', 'convert'), 'convert'),
  'conflict-already_declared': async world => ofNote(world, await declared(world), 'etransport', VEHICLE, 'PATCH'),
  'conflict-declaration_in_progress': async world => ofNote(world, await submitted(world), 'etransport', VEHICLE, 'PATCH'),
  'validation_error-already_declared': async world => ofNote(world, await declared(world), 'submit-etransport'),
  'validation_error-declaration_in_progress': async world => ofNote(world, await submitted(world), 'submit-etransport'),
  'validation_error-not_cancelled': async world => ofNote(world, await note(world, 'draft'), 'restore'),
  'validation_error-identifier_expired': async world => {
    const uuid = await declared(world);
    await setTransportState(world.scope, uuid, { etransportValidUntil: '2026-09-01' });
    return ofNote(world, uuid, 'etransport/email', { to: 'dispecer@transport.example' });
  },
  'validation_error-already_converted': async world => ofNote(world, await note(world, 'converted'), 'submit-etransport'),
  'validation_error-cancelled': async world => ofNote(world, await note(world, 'cancelled'), 'submit-etransport'),
  'validation_error-different_clients': async world => {
    const { id: clientId } = await world.service.newClient(world.scope, { name: 'Livada SRL', cui: 'RO14399858' });
    const ids = [await note(world, 'issued'), await note({ ...world, clientId }, 'issued')];
    return { method: 'POST', path: '/api/v1/delivery-notes/bulk-convert', ...world.scope, body: { ids } };
  },
  'validation_error-different_currencies': async world => {
    const { service, scope, clientId } = world;
    const own = await delivering(service, { ...scope, clientId });
    const other = await noteIn(service, own, 'issued', { currency: 'EUR', exchangeRate: 5 });
    const ids = [await note(world, 'issued'), other.uuid];
    return { method: 'POST', path: '/api/v1/delivery-notes/bulk-convert', ...world.scope, body: { ids } };
  },
  'validation_error-not_declared': async world =>
    ofNote(world, await note(world, 'issued'), 'etransport/confirm', { outcome: 'confirmed' }),
  'conflict-webhook_inactive': async ({ service, scope }) => {
    const body = { url: 'https://receiver.example/hook', events: ['client.created'] };
    const made = service.api('POST', '/api/v1/webhooks', { ...scope, body });
    const { uuid } = await expecting<{ uuid: string }>(201, 'A webhook', made);
    const path = `/api/v1/webhooks/${uuid}`;
    await expecting(200, 'Switching off', service.api('PATCH', path, { ...scope, body: { isActive: false } }));
    return {
      ...{ method: 'POST', path: `${path}/replay`, ...scope },
      body: { from: '2026-09-14T00:00:00Z', to: '2026-09-15T00:00:00Z' },
    };
  },
};
