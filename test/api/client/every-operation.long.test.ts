import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvoicingClient } from '../../../clients/typescript/src/index.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { startRegisters } from '../../bench/registers.ts';
import { requestFor, seed, type World } from '../../bench/requests.ts';
import { ALL } from '../../support/effort.ts';
import { selected } from '../../support/selection/selected.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * Every operation by the typed client, with a request that succeeds: path, query, credential and body are sent as the document says. All in
 * `npm run test:all`, a part in `npm run test:long`.
 */
const { endpoints } = await loadCatalogue();
const service = useOwnService();
let world: World;
let registers: Awaited<ReturnType<typeof startRegisters>>;

beforeAll(async () => {
  registers = await startRegisters();
  world = await seed(service());
});
afterAll(() => registers.stop());

/** Any method and path: the operation is taken from the catalogue, not from the types. */
type AnyRequest = (
  method: string,
  path: string,
  init: {
    params: { path: Record<string, string>; query: Record<string, unknown> };
    body?: unknown;
    redirect: 'manual';
    parseAs: 'json' | 'arrayBuffer';
  },
) => Promise<{ response: Response; error?: unknown }>;

/** The parameters of a path by its template. */
function parametersOf(template: string, path: string): Record<string, string> {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(match => match[1] ?? '');
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(values[place] ?? '')]));
}

/** A parameter that occurs several times is a list. */
const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map(name => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );

describe('the typed client calls', () => {
  const called = new Set<string>();
  const chosen = selected(endpoints);
  it.each(chosen.map(entry => [`${entry.handler.definition.method} ${entry.handler.definition.path}`, entry] as const))(
    '%s',
    async (_, entry) => {
      const { method, path, responses, produces } = entry.handler.definition;
      const wanted = await requestFor(world, entry);
      const { pathname, searchParams } = new URL(wanted.path, service().url);
      const { token, company } = wanted;
      const client = createInvoicingClient({
        baseUrl: service().url,
        ...(token !== undefined && { credentials: token.startsWith('af_') ? { apiKey: token } : { token } }),
        ...(company !== undefined && { company }),
      });
      const { response, error } = await (client.request as unknown as AnyRequest)(method.toLowerCase(), path, {
        params: { path: parametersOf(path, pathname), query: queryOf(searchParams) },
        ...(wanted.body !== undefined && { body: wanted.body }),
        redirect: 'manual',
        parseAs: produces ? 'arrayBuffer' : 'json',
      });
      const successes = Object.keys(responses).map(Number);
      expect(successes, JSON.stringify(error)).toContain(response.status);
      expect(service().runtime.meter.last(1)[0]).toMatchObject({ function: entry.name });
      called.add(`${method} ${path}`);
    },
  );

  it.runIf(ALL)('no operation of the OpenAPI document was left out', async () => {
    // The document is plain JSON to its maker; OpenAPI says what `paths` has.
    const { paths } = (await openApiDocument(endpoints, { serverUrl: service().url })) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.length).toBeGreaterThanOrEqual(248);
    expect([...called].toSorted()).toEqual(documented.toSorted());
  });
});
