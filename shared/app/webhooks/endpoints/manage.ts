import type { Actor, Plan } from '#shared/platform/access/model.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { webhookFlag } from '#shared/platform/access/webhook-flag.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { invalidFields, notFound, planLimit } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { changeSet, type RecordSet, type SetChange } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, create, transact, type Write } from '#shared/platform/store/transact.ts';
import { expiresLater, removedKey } from '../deliveries/store.ts';
import type { NewWebhook, WebhookChange } from './input.ts';
import { type EndpointFields, MOST_ENDPOINTS, refuseInvalidEndpoint } from './rules.ts';
import { keptSecrets, newSecret, sealSecret } from './secret.ts';
import { readEndpoints, type WebhookEndpoint, WEBHOOKS } from './store.ts';

/** An endpoint with its secret in plain text, which only the response to the secret's creation shows. */
export interface WithSecret {
  endpoint: WebhookEndpoint;
  secret: string;
}

/**
 * @throws 402 when the plan does not include webhooks; 422 by rules.ts, for a receiver on a private network, and above
 * `MOST_ENDPOINTS`
 */
export async function createEndpoint(
  body: NewWebhook,
  {
    company,
    plan,
    loaded,
    by,
    commit,
  }: { company: CompanyId; plan: Plan; loaded: RecordSet<WebhookEndpoint>; by: Actor; commit: Commit<WithSecret> },
): Promise<WithSecret> {
  await refuse(body);
  if (!PLANS[plan].webhooks) throw planLimit('webhooks', null, plan);
  const [id, secret, at] = [newId(), newSecret(), instant()];
  const endpoint: WebhookEndpoint = {
    id,
    url: body.url,
    description: body.description ?? null,
    events: body.events,
    isActive: body.isActive ?? true,
    secret: await sealSecret(company, id, secret),
    previousSecrets: [],
    createdBy: by.userId,
    activeSince: at,
    createdAt: at,
    updatedAt: at,
  };
  const add = (all: WebhookEndpoint[]) => {
    if (all.length >= MOST_ENDPOINTS) throw invalidFields({ url: [`a company has at most ${MOST_ENDPOINTS} webhooks`] });
    return { records: [...all, endpoint], result: { endpoint, secret } };
  };
  return changeEndpoints(company, loaded, add, commit);
}

/** @throws 422 */
async function refuse(fields: EndpointFields): Promise<void> {
  refuseInvalidEndpoint(fields, setting('WEBHOOKS_ALLOW_LOOPBACK') === '1');
  if (fields.url === undefined) return;
  // Imported lazily: the other requests about webhooks resolve no names.
  const { resolvesToPublic } = await import('#shared/output/webhooks/post/receiver.ts');
  if ((await resolvesToPublic(fields.url)) === 'refused')
    throw invalidFields({ url: ['must not be on a private, loopback or link-local network'] });
}

/** Changes the set of a company's endpoints. The same transaction updates the company's flag whether it has any. */
function changeEndpoints<R>(
  company: CompanyId,
  loaded: RecordSet<WebhookEndpoint>,
  rule: (all: WebhookEndpoint[]) => SetChange<WebhookEndpoint, R>,
  commit: Commit<R>,
): Promise<R> {
  let flag: Write[] = [];
  const decide = (all: WebhookEndpoint[]): SetChange<WebhookEndpoint, R> => {
    const change = rule(all);
    const has = change.records.length > 0;
    flag = has === all.length > 0 ? [] : [webhookFlag(company, has)];
    return change;
  };
  return changeSet(WEBHOOKS, company, loaded, decide, (writes, result) => commit([...writes, ...flag], result));
}

/** Parameters of a change of one endpoint. */
interface Changing<R> {
  loaded: RecordSet<WebhookEndpoint>;
  id: string;
  commit: Commit<R>;
}

/** @throws 404; 422 by rules.ts, and for a receiver on a private network */
export async function updateEndpoint(
  company: CompanyId,
  change: WebhookChange,
  { loaded, id, commit }: Changing<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  await refuse(change);
  const update = changeOne(
    id,
    endpoint => {
      const isSwitchedOn = change.isActive === true && !endpoint.isActive;
      const at = instant();
      return patched(endpoint, { ...change, updatedAt: at, ...(isSwitchedOn && { activeSince: at }) });
    },
    endpoint => endpoint,
  );
  return changeEndpoints(company, loaded, update, commit);
}

/**
 * Replaces the secret. The replaced secret also signs for `graceHours`, and earlier ones until their own grace period ends. With 0
 * hours, all earlier secrets stop signing immediately.
 *
 * @throws 404
 */
export async function regenerateSecret(
  company: CompanyId,
  graceHours: number,
  { loaded, id, commit }: Changing<WithSecret>,
): Promise<WithSecret> {
  const secret = newSecret();
  const sealed = await sealSecret(company, id, secret);
  const regenerate = changeOne(
    id,
    endpoint => ({
      ...endpoint,
      secret: sealed,
      previousSecrets: graceHours > 0 ? keptSecrets(endpoint, graceHours) : [],
      updatedAt: instant(),
    }),
    (endpoint): WithSecret => ({ endpoint, secret }),
  );
  return changeSet(WEBHOOKS, company, loaded, regenerate, commit);
}

/** Removes an endpoint, and requests the deletion of its deliveries; pending attempts are dropped when they are due. @throws 404 */
export function removeEndpoint(company: CompanyId, { loaded, id, commit }: Changing<void>): Promise<void> {
  const withoutIt = (all: WebhookEndpoint[]) => {
    if (!all.some(endpoint => endpoint.id === id)) throw notFound('Webhook');
    return { records: all.filter(endpoint => endpoint.id !== id), result: undefined };
  };
  return changeEndpoints<void>(company, loaded, withoutIt, writes => commit([...writes, discarded(company, id)], undefined));
}

/** Removes all endpoints, as `removeEndpoint` one. @param also further writes of the transaction, by the number of endpoints */
export async function removeAllEndpoints(company: CompanyId, also: (removed: number) => Write[]): Promise<void> {
  const loaded = await readEndpoints(company);
  if (loaded.records.length === 0) return;
  const nothing = (all: WebhookEndpoint[]) => ({ records: [], result: all });
  await changeEndpoints(company, loaded, nothing, async (writes, all) => {
    await transact([...writes, ...all.map(({ id }) => discarded(company, id)), ...also(all.length)]);
    return all;
  });
}

/** The write that requests the deletion of a removed endpoint's deliveries. */
function discarded(company: CompanyId, id: string): Write {
  const removed = { companyId: company, webhookId: id };
  return create({
    ...removedKey(removed),
    kind: 'removed-webhook',
    data: removed,
    ...awaitsDispatch(id),
    ...expiresLater(),
  });
}

/**
 * Switches an endpoint off that keeps failing. Does nothing to one that is already off or removed.
 *
 * @param also returns further writes of the transaction; gets the endpoint, or undefined when it was not switched off here
 */
export async function switchOff(
  company: CompanyId,
  id: string,
  also: (switchedOff: WebhookEndpoint | undefined) => Promise<Write[]>,
): Promise<void> {
  const off = (all: WebhookEndpoint[]): SetChange<WebhookEndpoint, WebhookEndpoint | undefined> => {
    const before = all.find(endpoint => endpoint.id === id && endpoint.isActive);
    const after = before && { ...before, isActive: false, updatedAt: instant() };
    return { records: after ? all.map(endpoint => (endpoint.id === id ? after : endpoint)) : all, result: after };
  };
  await changeEndpoints(company, await readEndpoints(company), off, async (writes, endpoint) => {
    // If no endpoint changes, the version of the set does not change either.
    await transact([...(endpoint ? writes : []), ...(await also(endpoint))]);
    return endpoint;
  });
}

const changeOne =
  <R>(id: string, decide: (endpoint: WebhookEndpoint) => WebhookEndpoint, resultOf: (after: WebhookEndpoint) => R) =>
  (all: WebhookEndpoint[]): SetChange<WebhookEndpoint, R> => {
    const before = all.find(endpoint => endpoint.id === id);
    if (!before) throw notFound('Webhook');
    const after = decide(before);
    return { records: all.map(endpoint => (endpoint.id === id ? after : endpoint)), result: resultOf(after) };
  };
