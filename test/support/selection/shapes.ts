import { keepsIdempotency } from '../../../infra/api/declared-errors.ts';
import type { Definition } from '../matrix/endpoints.ts';
import { isPaged } from '../matrix/paged.ts';

/**
 * What the steps around `run` distinguish at an endpoint, in two halves that do not depend on each other. Of endpoints with the same
 * shape the steps do the same, so that generated tests need not try them all each time.
 */

/** Who is admitted. */
export const admissionOf = ({ auth, companyIn, organizationIn, permission, sessionOnly, method }: Definition): string =>
  [
    auth,
    companyIn === 'path',
    organizationIn === 'path',
    permission !== undefined,
    sessionOnly === true,
    method === 'GET',
  ].join();

/** The parts of an admitted request that are read, stored and returned. */
export const exchangeOf = (definition: Definition): string => {
  const { method, path, body, form, produces, version, changes, window } = definition;
  return [
    ...[method === 'GET', body ? 'body' : form ? 'form' : 'none', path.includes('{'), isPaged({ definition })],
    ...[produces === undefined, version ? 'shown' : changes ? 'changed' : 'none', keepsIdempotency(definition)],
    window !== undefined,
  ].join();
};

interface Named {
  name: string;
  definition: Definition;
}

/** The names of the first endpoint of each shape. */
export const firstOfEach = (all: readonly Named[], ...shapes: ((definition: Definition) => string)[]): Set<string> =>
  new Set(shapes.flatMap(shape => [...new Map(all.toReversed().map(one => [shape(one.definition), one.name])).values()]));
