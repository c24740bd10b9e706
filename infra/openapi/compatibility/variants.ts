import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.ts';

export type Schemas = Record<string, JsonObject>;

/** One of the alternatives of a schema, which has one type. */
export interface Variant {
  /** The name of the schema that it refers to. */
  name: string | undefined;
  /** `string`, `null`, … or `any`. */
  type: string;
  schema: JsonObject;
}

/** The name of the schema that a schema refers to. */
export const referred = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;

/** The alternatives of a schema: the branches of `anyOf` and `oneOf`, and each of its types. */
export function variantsOf(schema: JsonObject, schemas: Schemas): Variant[] {
  const name = referred(schema);
  if (name !== undefined) {
    const inner = variantsOf(schemas[name] ?? {}, schemas);
    return inner.length === 1 ? inner.map(variant => ({ ...variant, name })) : inner;
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return (branches as JsonObject[]).flatMap(branch => variantsOf(branch, schemas));
  const types = typesOf(schema);
  return types.map(type => ({ name: undefined, type, schema: types.length > 1 ? ofType(schema, type) : schema }));
}

function typesOf({ type, const: fixed, enum: values = fixed === undefined ? [] : [fixed] }: JsonObject): string[] {
  if (Array.isArray(type)) return type as string[];
  if (typeof type === 'string') return [type];
  const found = new Set((values as unknown[]).map(value => (value === null ? 'null' : typeof value)));
  return found.size > 0 ? [...found] : ['any'];
}

/** A schema of several types, as what it says about one of them. */
function ofType({ enum: values, ...schema }: JsonObject, type: string): JsonObject {
  if (type === 'null') return { type };
  return { ...schema, type, ...(Array.isArray(values) && { enum: values.filter(value => value !== null) }) };
}

/** The fixed values inside of an object, by which clients tell alternatives apart: `{"type":"individual"}`. */
function fixedFields({ properties = {} }: JsonObject): Record<string, unknown> {
  const fixed = Object.entries(properties as Schemas).filter(([, field]) => field['const'] !== undefined);
  return Object.fromEntries(fixed.map(([name, field]) => [name, field['const']]));
}

const numeric = (type: string): boolean => type === 'integer' || type === 'number';

/** Ways in which two alternatives are the same one, the surest first. */
const SAME: ((old: Variant, current: Variant) => boolean)[] = [
  (old, current) => old.name !== undefined && old.name === current.name,
  (old, current) => isDeepStrictEqual(old.schema, current.schema),
  (old, current) => old.type === current.type && isDeepStrictEqual(fixedFields(old.schema), fixedFields(current.schema)),
  (old, current) => old.type === current.type,
  (old, current) => numeric(old.type) && numeric(current.type),
];

/** Pairs the alternatives of two versions; what has no partner was removed or added. */
export function paired(
  old: Variant[],
  current: Variant[],
): { pairs: [Variant, Variant][]; removed: Variant[]; added: Variant[] } {
  const removed = [...old];
  const added = [...current];
  const pairs: [Variant, Variant][] = [];
  for (const same of SAME)
    for (const variant of [...removed]) {
      const partner = added.find(candidate => same(variant, candidate));
      if (!partner) continue;
      pairs.push([variant, partner]);
      removed.splice(removed.indexOf(variant), 1);
      added.splice(added.indexOf(partner), 1);
    }
  return { pairs, removed, added };
}

/** An alternative as the text of a message: `InvoiceInput`, `string`. */
export const variantName = ({ name, type, schema }: Variant): string => {
  const fixed = fixedFields(schema);
  return `\`${name ?? (Object.keys(fixed).length > 0 ? JSON.stringify(fixed) : type)}\``;
};
