import lang, { type BruRequest } from '@usebruno/lang';
import type { JsonObject } from '../../openapi/json.ts';
import { FIRST_INVOICE, type Step } from './first-invoice.ts';
import { bruRequest, type Operation } from './request.ts';

/** The folder of requests that work one after the other. */
export const FIRST_FOLDER = 'First invoice';

/**
 * The Bruno collection of an OpenAPI document: the texts of its files by path. A folder for each area with a request for each operation,
 * after the folder "First invoice". Descriptions are left out, so that the collection only changes with the API.
 */
export function brunoCollection(document: JsonObject): Record<string, string> {
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  const operations = operationsOf(document);
  const areas = (document['tags'] as { name: string }[]).map(({ name }) => name);
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Invoicing service', type: 'collection' }, null, 2)}\n`,
    'collection.bru': lang.jsonToCollectionBru({
      meta: { name: 'Invoicing service' },
      auth: { mode: 'bearer', bearer: { token: '{{token}}' } },
    }),
    'environments/local.bru': lang.envJsonToBruV2({
      variables: [
        variable('baseUrl', 'http://127.0.0.1:3000'),
        variable('email', 'demo@invoicing.example'),
        { ...variable('password', ''), secret: true },
      ],
    }),
    ...folder(FIRST_FOLDER, 1, firstInvoice(operations, schemas)),
    ...Object.assign(
      {},
      ...areas.map((area, place) => {
        const own = operations.filter(({ operation }) => (operation['tags'] as string[])[0] === area);
        const requests = own.map((one, at) => [String(one.operation['operationId']), bruRequest(one, schemas, at + 1)] as const);
        return folder(area, place + 2, requests);
      }),
    ),
  };
}

const variable = (name: string, value: string) => ({ name, value, enabled: true, secret: false });

function folder(name: string, seq: number, requests: (readonly [name: string, request: BruRequest])[]): Record<string, string> {
  return {
    [`${name}/folder.bru`]: lang.jsonToCollectionBru({ meta: { name, seq }, auth: { mode: 'inherit' } }),
    ...Object.fromEntries(requests.map(([file, request]) => [`${name}/${file}.bru`, lang.jsonToBruV2(request)])),
  };
}

const operationsOf = ({ paths }: JsonObject): Operation[] =>
  Object.entries(paths as Record<string, Record<string, JsonObject>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** @throws when the document has no such operation */
function firstInvoice(operations: Operation[], schemas: Record<string, JsonObject>): (readonly [string, BruRequest])[] {
  return FIRST_INVOICE.map((step, place) => {
    const found = operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === step.operation);
    if (!found) throw new Error(`The API has no ${step.operation}.`);
    return [`${place + 1} ${step.name}`, filled(bruRequest(found, schemas, place + 1), step)] as const;
  });
}

/** The request of an operation with the values of a step, without what is optional. */
function filled(request: BruRequest, { name, path = {}, body, asserts, sets = {} }: Step): BruRequest {
  const pairs = (values: Record<string, string>) =>
    Object.entries(values).map(([key, value]) => ({ name: key, value, enabled: true }));
  return {
    ...request,
    meta: { ...request.meta, name },
    params: (request.params ?? []).filter(({ enabled }) => enabled).map(one => ({ ...one, value: path[one.name] ?? one.value })),
    headers: (request.headers ?? []).filter(({ enabled }) => enabled),
    ...(body && { body: { json: JSON.stringify(body, null, 2) } }),
    vars: { res: pairs(sets).map(one => ({ ...one, local: false })) },
    assertions: pairs(asserts),
  };
}
