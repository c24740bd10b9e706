import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service } from '../service.ts';
import type { Rules } from './outcome.ts';
import { bodyFor, filled, makeRecord, namesRecord, RESOURCES, resourceOf, valueOf } from './resources.ts';

/** The records in the path of an endpoint's requests. */
export type Params = Record<string, string>;

type Path = Pick<Rules, 'path' | 'companyIn'>;

export const parametersOf = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(match => match[1] ?? '');

/** The parameters of a path that name records, without the company if it is the scope. */
export const recordsIn = ({ path, companyIn }: Path): string[] =>
  parametersOf(path).filter((name, place) => namesRecord(path, name) && !(companyIn === 'path' && place === 0));

/** Whether the records of a path belong to one person. */
export const isPersonal = (endpoint: Path): boolean =>
  recordsIn(endpoint).some(name => resourceOf(endpoint.path, name).personal === true);

/** Creates the records of a path, parents first. A company in the path is that of the scope. */
export async function makeTarget(service: Service, scope: Scope, { path, companyIn }: Path): Promise<Params> {
  const params: Params = {};
  for (const [place, name] of parametersOf(path).entries()) {
    if (companyIn === 'path' && place === 0)
      params[name] = (await RESOURCES[path]?.create?.(service, scope, {})) ?? scope.company;
    else if (namesRecord(path, name)) params[name] = await makeRecord(service, scope, resourceOf(path, name), params);
    else params[name] = valueOf(path, name);
  }
  return params;
}

/** Creates the record of a parameter, and deletes it. */
async function makeDeleted(service: Service, scope: Scope, path: string, name: string): Promise<string> {
  const { template } = resourceOf(path, name);
  // Made for the resource's own path: a record made for a longer path may be in a state that cannot be deleted.
  const params = await makeTarget(service, scope, { path: template });
  await expecting([200, 204], `DELETE ${template}`, service.api('DELETE', filled(template, params), scope));
  return params[name] ?? '';
}

/** Records for requests that must not change them: one of each kind, created at first use and then shared. */
export interface Fixtures {
  target(endpoint: Path): Promise<Params>;
  /** The id of a deleted record; undefined for kinds that cannot be deleted, or can still be read then. */
  deleted(path: string, name: string): Promise<string | undefined>;
  body(endpoint: Pick<Rules, 'method' | 'path'>): Promise<object>;
}

export function openFixtures(service: Service, scope: Scope, deletable: (template: string) => boolean): Fixtures {
  const once = new Map<string, Promise<unknown>>();
  const made = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const kept = (once.get(key) as Promise<T> | undefined) ?? make();
    once.set(key, kept);
    return kept;
  };
  const target = ({ path, companyIn }: Path): Promise<Params> => {
    // Endpoints with the same path records share them.
    const kinds = parametersOf(path).map(name =>
      namesRecord(path, name) ? resourceOf(path, name).key : `${name} ${valueOf(path, name)}`,
    );
    return made(`target ${companyIn} ${kinds.join(' ')}`, () => makeTarget(service, scope, { path, companyIn }));
  };
  return {
    target,
    async deleted(path, name) {
      const { deleted, template } = resourceOf(path, name);
      if (deleted === 'kept' || !deletable(template)) return undefined;
      return made(`deleted ${template}`, async () => {
        // The last record of some kinds cannot be deleted, so another one comes first.
        await target({ path: template });
        return makeDeleted(service, scope, path, name);
      });
    },
    body: ({ method, path }) => made(`body ${method} ${path}`, () => bodyFor(service, scope, method, path)),
  };
}
