import * as z from 'zod';
import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';
import { loadBodySchema } from '#shared/platform/lambda/endpoint/steps/parse-request.ts';
import { REFERENCES } from './reference-names.ts';

/** A member of a body or a query that names a record, with its path: `lines.0.vatRateId`. */
export interface Reference {
  part: 'body' | 'query';
  place: string;
  /** Path template of such a record; null for free text of the caller. */
  template: string | null;
}

type Definition = Pick<EndpointDefinition, 'method' | 'path' | 'body' | 'query'>;
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The references of an endpoint, from its schemas. @throws Error that says where to add an unknown one */
export async function referencesOf(definition: Definition): Promise<Reference[]> {
  const schemas = { body: await loadBodySchema(definition.body), query: definition.query };
  return (['body', 'query'] as const).flatMap(part => {
    const schema = schemas[part];
    if (!schema) return [];
    const places = new Set(placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema));
    return [...places].map(place => ({ part, place, template: templateOf(definition, place) }));
  });
}

function placesIn(root: Schema): string[] {
  const walk = (schema: Schema, at: string[], depth: number): string[] => {
    if (depth > 12) return [];
    const inner = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
    const variants = [...(inner ? [inner] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    return [
      ...variants.flatMap(one => walk(one, at, depth + 1)),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
        ...(/^(id|uuid)$|(Id|Uuid)$/.test(name) ? [[...at, name].join('.')] : []),
        ...(/^(ids|uuids)$|(Ids|Uuids|Companies)$/.test(name) ? [[...at, name, '0'].join('.')] : []),
        ...walk(member, [...at, name], depth + 1),
      ]),
      ...(schema.items ? walk(schema.items, [...at, '0'], depth + 1) : []),
    ];
  };
  return walk(root, [], 0);
}

function templateOf(definition: Definition, place: string): string | null {
  const template = namedBy(REFERENCES, definition, place);
  if (template === undefined)
    throw new Error(
      `No test knows what ${definition.method} ${definition.path} ${place} names: add it to REFERENCES in test/support/matrix/reference-names.ts.`,
    );
  return template;
}

/** The entry of a table for a reference under its last name, or under method, path and place; the longest key counts. */
export function namedBy<T>(table: Record<string, T>, { method, path }: Definition, place: string): T | undefined {
  const full = `${method} ${path} ${place}`;
  const key = Object.keys(table)
    .filter(name => full === name || place === name || place.endsWith(`.${name}`))
    .toSorted((a, b) => b.length - a.length)[0];
  return key === undefined ? undefined : table[key];
}

/** The body with a value set at a path; missing objects and arrays are created. */
export function placed(body: object, place: string, value: unknown): object {
  const copy = structuredClone(body);
  const names = place.split('.');
  let at = copy as Record<string, unknown>;
  for (const [depth, name] of names.slice(0, -1).entries()) {
    at[name] ??= /^\d+$/.test(names[depth + 1] ?? '') ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  at[names.at(-1) ?? ''] = value;
  return copy;
}
