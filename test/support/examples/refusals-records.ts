import { expecting } from '../../../infra/local/api-client.ts';
import { freshIban } from '../matrix/fresh-values.ts';
import { removedAttachment } from './attachment.ts';
import { issued } from '../invoices.ts';
import type { Refusals } from './refusals.ts';
import type { Showcase } from './showcase.ts';

const made = async ({ service, scope }: Showcase, path: string, body: object): Promise<Record<string, string>> =>
  expecting<Record<string, string>>([200, 201], path, service.api('POST', `/api/v1${path}`, { ...scope, body }));

interface Listed {
  id: string;
  isDefault: boolean;
  category: string;
}

const listed = ({ service, scope }: Showcase, path: string): Promise<Listed[]> =>
  expecting<Listed[]>(200, path, service.api('GET', `/api/v1${path}`, scope));

/** A company with the records of every new company only. */
async function fresh({ service, user }: Showcase, cif: string): Promise<Showcase['scope']> {
  return service.newCompany(user, { cif });
}

const removal = (world: Showcase, path: string, one: Pick<Listed, 'id'> | undefined) => ({
  ...{ method: 'DELETE', path: `/api/v1${path}/${one?.id}`, ...world.scope },
});

/** Causes of errors in the data of a company. */
export const RECORD_REFUSALS: Refusals = {
  'conflict-cash_account_exists': async world => {
    const body = { type: 'cash', currency: 'RON', name: 'Casa' };
    await made(world, '/bank-accounts', body);
    return { method: 'POST', path: '/api/v1/bank-accounts', ...world.scope, body };
  },
  'conflict-cif_taken': ({ user }) => ({
    ...{ method: 'POST', path: '/api/v1/companies', token: user.token },
    body: { cif: 'RO40123452', name: 'Atelierul de Lemn SRL' },
  }),
  'conflict-sandbox_limit': async ({ service }) => {
    const { token } = await service.newUser();
    for (const cif of ['RO18547290', 'RO14399840', 'RO38462015'])
      await service.newCompany({ token } as never, { cif, sandbox: true });
    return {
      ...{ method: 'POST', path: '/api/v1/companies', token },
      body: { cif: 'RO40123452', name: 'Atelierul de Lemn SRL', sandbox: true },
    };
  },
  'conflict-cui_taken': async world => {
    const { client } = (await made(world, '/clients', { name: 'Livada SRL', cui: 'RO14399840' })) as unknown as {
      client: { id: string };
    };
    return { method: 'PATCH', path: `/api/v1/clients/${client.id}`, ...world.scope, body: { cui: 'RO38462015' } };
  },
  'conflict-preview_changed': ({ scope }) => ({
    ...{ method: 'POST', path: '/api/v1/imports', ...scope },
    body: { kind: 'products', csv: 'name;unitPrice\nScaun de stejar;240', confirm: '0'.repeat(64) },
  }),
  'conflict-default_account': async world => {
    const body = { currency: 'USD', isDefault: true, iban: freshIban() };
    const first = await made(world, '/bank-accounts', body);
    await made(world, '/bank-accounts', { currency: 'USD', iban: freshIban() });
    return removal(world, '/bank-accounts', { id: first['id'] ?? '' });
  },
  'conflict-default_rate': async world =>
    removal(
      world,
      '/vat-rates',
      (await listed(world, '/vat-rates')).find(({ isDefault }) => isDefault),
    ),
  'conflict-default_template': async world => {
    const first = (await listed(world, '/email-templates')).find(({ isDefault }) => isDefault);
    await made(world, '/email-templates', { name: 'A doua', category: first?.category, subject: '[[total]]', body: 'Bună ziua' });
    return removal(world, '/email-templates', first);
  },
  'conflict-last_template': async world => {
    const templates = await listed(world, '/email-templates');
    const ofCategory = Map.groupBy(templates, ({ category }) => category);
    return removal(world, '/email-templates', [...ofCategory.values()].find(all => all.length === 1)?.[0]);
  },
  'conflict-last_account': async world => {
    const scope = await fresh(world, 'RO55556666');
    const own = { ...world, scope };
    const { id = '' } = await made(own, '/bank-accounts', { currency: 'RON', iban: freshIban() });
    return removal(own, '/bank-accounts', { id });
  },
  'conflict-last_rate': async world => {
    const own = { ...world, scope: await fresh(world, 'RO77778888') };
    const rates = await listed(own, '/vat-rates');
    for (const one of rates.filter(({ isDefault }) => !isDefault))
      await expecting(204, 'Removing', own.service.api('DELETE', `/api/v1/vat-rates/${one.id}`, own.scope));
    return removal(
      own,
      '/vat-rates',
      rates.find(({ isDefault }) => isDefault),
    );
  },
  gone: async world => ({ method: 'GET', path: await removedAttachment(world), ...world.scope }),
  'conflict-not_deleted': ({ scope }) => ({
    ...{ method: 'POST', path: `/api/v1/companies/${scope.company}/restore`, token: scope.token },
  }),
  'conflict-series_in_use': async world => {
    await issued(world.service, world.scope, { clientId: world.clientId });
    const series = await listed(world, '/document-series?type=invoice');
    return removal(
      world,
      '/document-series',
      series.find(({ isDefault }) => isDefault),
    );
  },
  'conflict-series_inactive': async world => {
    const { id } = await made(world, '/document-series', { prefix: 'VECHI', type: 'invoice', name: 'Seria veche' });
    const path = `/api/v1/document-series/${id}`;
    await expecting(200, 'Switching off', world.service.api('PATCH', path, { ...world.scope, body: { active: false } }));
    return { method: 'POST', path: `${path}/set-default`, ...world.scope };
  },
  'validation_error-webhook_inactive': async world => {
    const { uuid } = await made(world, '/webhooks', { url: 'https://receiver.example/hook', events: ['client.created'] });
    const path = `/api/v1/webhooks/${uuid}`;
    await expecting(200, 'Switching off', world.service.api('PATCH', path, { ...world.scope, body: { isActive: false } }));
    return { method: 'POST', path: `${path}/test`, ...world.scope, body: {} };
  },
  'conflict-webhook_test': async world => {
    const { uuid } = await made(world, '/webhooks', { url: 'https://receiver.example/hook', events: ['client.created'] });
    const { deliveryUuid } = await made(world, `/webhooks/${uuid}/test`, {});
    return { method: 'POST', path: `/api/v1/webhooks/${uuid}/deliveries/${deliveryUuid}/retry`, ...world.scope };
  },
};
