import type { Tool } from '@modelcontextprotocol/server';
import { isInAreas } from './areas.ts';
import type { Document, Operation, Parameter, Schema } from './document.ts';
import { type Hints, hintsOf } from './hints.ts';
import { isLimit, shortBody, shortChoice, shortSchema } from './short.ts';

/** An operation of the API as a tool. */
export interface ApiTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, Schema>; required: string[]; $defs?: Record<string, Schema> };
  annotations: Hints;
  method: string;
  path: string;
  /** Names of the arguments by their place in the request; all others are fields of the body. */
  inPath: string[];
  inQuery: string[];
  takesBody: boolean;
}

export interface Selection {
  /** The permissions of the caller; with an API key those that are also its scopes. */
  permissions: readonly string[];
  /** Areas (tags) to offer, `all` for every one; by default those of everyday work (areas.ts). */
  areas?: readonly string[] | undefined;
  /** Whether schemas are described in full (short.ts). */
  full?: boolean | undefined;
}

/** The tools as a server lists them. */
export const listedTools = (tools: readonly ApiTool[]) =>
  tools.map(({ name, title, description, inputSchema, annotations }) => ({
    ...{ name, title, description, annotations },
    // A part of the OpenAPI document, and JSON therefore, which its type does not say.
    inputSchema: inputSchema as Tool['inputSchema'],
  }));

/** The operations that a caller may use with an API key, as tools. Uploads (multipart forms) are left out. */
export function toolsOf(document: Document, { permissions, areas, full = false }: Selection): ApiTool[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([, operation]) =>
          isOffered(operation, permissions) && isInAreas(operation.operationId, operation.tags?.[0] ?? '', areas),
      )
      .map(([method, operation]) => toolOf(document, path, method.toUpperCase(), operation, full)),
  );
}

function isOffered({ security = [], requestBody, ...operation }: Operation, permissions: readonly string[]): boolean {
  const needed = operation['x-permission'];
  const takesKeys = security.some(scheme => 'apiKey' in scheme);
  const isUpload = requestBody !== undefined && !('application/json' in requestBody.content);
  return takesKeys && !isUpload && (needed === undefined || permissions.includes(needed));
}

function toolOf(document: Document, path: string, method: string, operation: Operation, full: boolean): ApiTool {
  const { operationId: name, summary = name, description, parameters = [], requestBody } = operation;
  const used = parameters.filter(one => one.in === 'path' || one.in === 'query');
  const wholeBody = requestBody?.content['application/json']?.schema;
  const body = wholeBody && !full ? shortBody(name, wholeBody) : wholeBody;
  const properties = Object.fromEntries(used.map(one => [one.name, schemaOf(one)]));
  const { $defs, ...schema } = selfContained({ ...properties, ...(body && { body }) }, document.components?.schemas ?? {}, full);
  const required = used.filter(one => one.required).map(one => one.name);
  return {
    ...{ name, title: summary, method, path },
    description: [summary, description, `${method} ${path}`].filter(Boolean).join('\n\n'),
    inputSchema: {
      type: 'object',
      properties: schema as Record<string, Schema>,
      required: [...required, ...(requestBody?.required ? ['body'] : [])],
      ...($defs !== undefined && { $defs: $defs as Record<string, Schema> }),
    },
    annotations: hintsOf(document, path, method),
    inPath: used.filter(one => one.in === 'path').map(one => one.name),
    inQuery: used.filter(one => one.in === 'query').map(one => one.name),
    takesBody: body !== undefined,
  };
}

const schemaOf = ({ description, schema = {} }: Parameter): Schema => ({ ...schema, ...(description && { description }) });

const COMPONENT = '#/components/schemas/';

/**
 * Schemas with all that they refer to: a tool's schema has no document around it.
 *
 * @param full whether everything is described (short.ts)
 */
function selfContained(schemas: Record<string, Schema>, components: Record<string, Schema>, full: boolean): Schema {
  const $defs: Record<string, unknown> = {};
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([key, inner]) => full || !isLimit(key, inner));
    const described = Object.fromEntries(
      members.map(([key, inner]) => {
        if (key !== '$ref' || typeof inner !== 'string' || !inner.startsWith(COMPONENT)) return [key, inside(inner)];
        const name = inner.slice(COMPONENT.length);
        if (!(name in $defs)) {
          // Entered before it is walked through, since schemas may refer to themselves.
          $defs[name] = {};
          $defs[name] = inside(full ? (components[name] ?? {}) : shortSchema(components[name] ?? {}, name));
        }
        return [key, `#/$defs/${name}`];
      }),
    );
    return full ? described : shortChoice(described);
  };
  const own = inside(schemas) as Schema;
  return Object.keys($defs).length > 0 ? { ...own, $defs } : own;
}
