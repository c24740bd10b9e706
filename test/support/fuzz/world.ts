import { requestFor, type World } from '../../bench/requests.ts';
import { readyCompany } from '../invoices.ts';
import { type Fixtures, openFixtures, type Params, parametersOf } from '../matrix/targets.ts';
import type { Service } from '../service.ts';
import type { Operation } from './document.ts';
import type { Base, Foreign } from './request.ts';

/** The requests and records that the cases of operations begin with. */
interface Prepared {
  /** A request that the operation accepts, on records of its own. */
  base: Base;
  /** Records of another tenant of the kinds that the operation names; made at the first call. */
  foreign(): Promise<Foreign>;
}

export interface Worlds {
  /** @throws when the request cannot be made in a new organization either */
  prepare(operation: Operation): Promise<Prepared>;
  /** Lets the next request be made in a new organization: cases may have used up the plan of this one, or ended the session. */
  leave(): void;
}

/** An organization, and records of it that operations share. */
interface Tenant {
  world: World;
  records: Fixtures;
}

/**
 * * Two organizations at a service: the one that sends, and another one. @param fresh whether each request is made on records of its own;
 * else the operations of a group share one record of each kind, with the changes of the earlier ones
 */
export function openWorlds(service: Service, { fresh }: { fresh: boolean }): Worlds {
  let own: Promise<Tenant> | undefined;
  let stranger: Promise<Tenant> | undefined;
  const open = async (): Promise<Tenant> => {
    const world = await openWorld(service);
    return { world, records: openFixtures(service, world.scope, () => false) };
  };
  const leave = (): void => {
    own = undefined;
  };
  const request = async (operation: Operation): Promise<Base> => {
    const tenant = await (own ??= open());
    // A service that no rates were stored in is not ready: 503.
    return fresh || operation.area === 'exchange-rates' ? baseOf(tenant.world, operation) : sharedBase(tenant, operation);
  };
  const foreignTo = async ({ entry }: Operation): Promise<Foreign> => {
    const { world, records } = await (stranger ??= open());
    return { params: await records.target(entry.handler.definition), company: world.scope.company };
  };
  return {
    leave,
    async prepare(operation) {
      const base = await request(operation).catch(() => {
        leave();
        return request(operation);
      });
      let foreign: Promise<Foreign> | undefined;
      return { base, foreign: () => (foreign ??= foreignTo(operation)) };
    },
  };
}

/** A request with the shared records of an organization. */
async function sharedBase({ world: { scope }, records }: Tenant, { entry, form, body }: Operation): Promise<Base> {
  const { definition } = entry.handler;
  const { auth, companyIn } = definition;
  return {
    params: await records.target(definition),
    query: '',
    token: auth === 'public' ? undefined : scope.token,
    company: auth === 'company' && companyIn !== 'path' ? scope.company : undefined,
    body: form || body ? await records.body(definition) : undefined,
  };
}

/** An organization with a company that is connected to the authority, and a client. */
async function openWorld(service: Service): Promise<World> {
  const user = await service.newUser();
  // With a tax id of its own: the authority rejects a number that another company of the same tax id has used.
  const { clientId, ...scope } = await readyCompany(service, user);
  return { service, user, scope, clientId };
}

async function baseOf(world: World, { entry, path }: Operation): Promise<Base> {
  const { token, company, body, ...made } = await requestFor(world, entry);
  const [route = '', query] = made.path.split('?');
  return { params: valuesIn(path, route), query: query === undefined ? '' : `?${query}`, token, company, body };
}

/** The parameters of a path by its template. */
function valuesIn(template: string, path: string): Params {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(parametersOf(template).map((name, place) => [name, decodeURIComponent(values[place] ?? '')]));
}
