import type { EndpointEntry } from '../catalogue.ts';
import { declaredErrors } from '../api/declared-errors.ts';
import { withExclusiveAlternatives } from './alternatives.ts';
import { describeDocument } from './describe.ts';
import { ERROR_RESPONSES, ERROR_SCHEMAS, errorPages } from './errors.ts';
import { addExamples } from './examples/add.ts';
import { recordedExamples } from './examples/files.ts';
import { headersUsed } from './headers.ts';
import { API_VERSION, DESCRIPTION } from './info.ts';
import type { JsonObject } from './json.ts';
import { operation } from './operation.ts';
import { TAG_GROUPS, TAGS } from './tags.ts';
import { webhooks, withReferredWebhooks } from './webhooks.ts';

/** Options of the OpenAPI 3.1 document, which is generated from the catalogue. */
export interface OpenApiOptions {
  /** `{base_url}` of the API. */
  serverUrl: string;
  version?: string;
}

/**
 * The OpenAPI document of these endpoints. Operations and schemas come from the definitions, their descriptions from the tables in
 * `descriptions/`, and their examples from the recorded ones in `examples/`; no deployed function loads either.
 */
export async function openApiDocument(
  endpoints: readonly EndpointEntry[],
  { serverUrl, version = API_VERSION }: OpenApiOptions,
): Promise<JsonObject> {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const entry of endpoints) {
    const { path, method } = entry.handler.definition;
    (paths[path] ??= {})[method.toLowerCase()] = await operation(entry, schemas);
  }
  const responses = { ...ERROR_RESPONSES, ...errorPages(statusesOfPages(endpoints)) };
  const document = describeDocument({
    openapi: '3.1.1',
    info: {
      title: 'Invoicing service',
      version,
      description: DESCRIPTION,
      contact: { name: 'Support', url: serverUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl }],
    ...tagsOf(endpoints),
    paths: Object.fromEntries(byName(Object.entries(paths))),
    ...(endpoints.some(({ area }) => area === 'webhooks') && { webhooks: webhooks(schemas) }),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of a login.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API key, without a prefix.' },
      },
      headers: headersUsed(paths, responses),
      responses,
      schemas: Object.fromEntries(byName(Object.entries({ ...schemas, ...ERROR_SCHEMAS }))),
    },
  });
  return withExclusiveAlternatives(withReferredWebhooks(addExamples(document, recordedExamples())));
}

const statusesOfPages = (endpoints: readonly EndpointEntry[]): ReadonlySet<number> =>
  new Set(endpoints.flatMap(({ handler: { definition } }) => (definition.errorPage ? declaredErrors(definition) : [])));

const byName = <T>(entries: [string, T][]): [string, T][] => entries.sort(([a], [b]) => (a < b ? -1 : 1));

/** Descriptions of the areas that have endpoints, and their groups (`x-tagGroups`, which documentation pages show). */
function tagsOf(endpoints: readonly EndpointEntry[]): JsonObject {
  const present = new Set(endpoints.map(entry => entry.area));
  const groups = Object.entries(TAG_GROUPS).map(([name, areas]) => ({
    name,
    tags: Object.keys(areas).filter(area => present.has(area)),
  }));
  const others = [...present].filter(area => !(area in TAGS));
  return {
    tags: [...groups.flatMap(({ tags }) => tags), ...others].map(name => ({ name, description: TAGS[name] })),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  };
}
