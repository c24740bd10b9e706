import { type Ask, askAt } from './api.ts';
import type { Credentials } from './credentials.ts';

/**
 * Makes what the canary works with, by its API key: the sandbox company, its client, and the webhook. What is there already stays, so that it can be
 * repeated, for example with a new key.
 */

/** What the key must be allowed to do: `scopes` of `POST /api/v1/api-tokens`. docs/operations/canary.md names them. */
export const SCOPES = [
  'company.create',
  'company.view',
  'client.create',
  'client.view',
  'invoice.create',
  'invoice.view',
  'invoice.issue',
  'invoice.send',
  'efactura.submit',
  'webhook.view',
  'webhook.manage',
] as const;

/** An invented company; a sandbox may have any tax number. */
const COMPANY = {
  ...{ cif: 'RO40123452', name: 'Canary', sandbox: true, vatPayer: true, vatCode: 'RO40123452' },
  ...{ address: 'Strada Exemplului 1', city: 'Cluj-Napoca', state: 'Cluj' },
};
const CLIENT = {
  ...{ type: 'individual', name: 'Canary client' },
  ...{ address: 'Strada Exemplului 2', city: 'Cluj-Napoca', county: 'Cluj', country: 'RO' },
};

/** The event that tells of a verdict: it comes last. */
const EVENT = 'invoice.validated';

/** Hours for which the secret before signs too, so that no webhook on its way is refused. */
const GRACE_HOURS = 1;

/** @param url the address of the API @param receiver that of the function which receives webhooks @throws Refused */
export async function setUp(url: string, key: string, receiver: string): Promise<Credentials> {
  const company = await companyOf(askAt(url, key));
  const ask = askAt(url, key, company);
  const [client, webhook] = [await clientOf(ask), await webhookOf(ask, receiver)];
  return { key, company, client, webhook: webhook.uuid, secret: webhook.secret };
}

async function companyOf(ask: Ask): Promise<string> {
  const all = await ask<{ id: string; name: string }[]>('GET', '/companies');
  const known = all.find(({ name }) => name === COMPANY.name);
  return (known ?? (await ask<{ id: string }>('POST', '/companies', { body: COMPANY }))).id;
}

async function clientOf(ask: Ask): Promise<string> {
  const { data } = await ask<{ data: Record<string, { id: string; name: string }[]> }>('GET', '/clients');
  const known = Object.values(data)
    .flat()
    .find(({ name }) => name === CLIENT.name);
  return (known ?? (await ask<{ client: { id: string } }>('POST', '/clients', { body: CLIENT })).client).id;
}

interface Webhook {
  uuid: string;
  url: string;
  secret: string;
}

async function webhookOf(ask: Ask, url: string): Promise<Webhook> {
  const known = (await ask<Webhook[]>('GET', '/webhooks')).find(one => one.url === url);
  if (!known) return ask('POST', '/webhooks', { body: { url, events: [EVENT], description: 'Canary' } });
  // A receiver that failed for 120 hours was switched off (WHK-15).
  await ask('PATCH', `/webhooks/${known.uuid}`, { body: { isActive: true } });
  return ask('POST', `/webhooks/${known.uuid}/regenerate-secret`, { body: { graceHours: GRACE_HOURS } });
}
