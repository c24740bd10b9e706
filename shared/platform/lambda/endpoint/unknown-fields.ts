import type * as z from 'zod';
import { nearestWord } from '#shared/base/vocabulary/nearest-word.ts';
import { cleanBody } from './request.ts';

/**
 * Warnings about fields of a body that its schema does not know: they are ignored (REQ-15), and a misspelt one would be missed only on the
 * document. Pure.
 */

/** The most warnings of a request. */
const MOST = 20;
/** The most characters of a name that are repeated to its sender. */
const LONGEST = 60;

/** A field that the schema of a body does not know, and what the schema knows at its place. */
export interface UnknownField {
  path: readonly (string | number)[];
  known: readonly string[];
}

/**
 * The warnings about unknown fields of an accepted request.
 *
 * @param body as it was sent
 * @param shown the record in the answer: what it has at the same place is no mistake, such as the id and the totals of a record that was read,
 *   changed and sent back
 */
export function unknownFieldWarnings(schema: z.ZodType, body: Record<string, unknown>, shown: unknown): string[] {
  const { value } = cleanBody(body);
  const warnings: string[] = [];
  for (const { path, known } of unknownFields(schema, value)) {
    if (isShown(shown, path)) continue;
    const name = String(path.at(-1));
    const meant = nearestWord(name, known);
    const place = [...path.slice(0, -1), name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name].join('.');
    warnings.push(`${place} is not known and was ignored${meant === undefined ? '' : `; did you mean ${meant}?`}`);
    if (warnings.length === MOST) break;
  }
  return warnings;
}

function isShown(shown: unknown, path: readonly (string | number)[]): boolean {
  let part = shown;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return false;
    part = (part as Record<string | number, unknown>)[name];
  }
  return true;
}

/**
 * A schema as this file sees it: by the names of its kinds instead of the classes of zod, which would add 80 kB to a function.
 */
type Schema = z.ZodType & { _zod: { def: Definition } };
type Definition =
  | { type: 'object'; shape: Record<string, Schema> }
  | { type: 'array'; element: Schema }
  | { type: 'optional' | 'nullable' | 'default'; innerType: Schema }
  | { type: 'pipe'; in: Schema; out: Schema }
  | { type: 'union'; options: Schema[]; discriminator?: string }
  | { type: 'transform' };

/** The fields of a value that its schema does not know, at any depth, in the order in which they were sent. */
export function* unknownFields(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<UnknownField> {
  if (typeof value !== 'object' || value === null) return;
  const { def } = (schema as Schema)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      yield* unknownFields(def.innerType, value, path);
      break;
    case 'pipe':
      // `z.preprocess` has a function first, `.transform` has one last.
      if (def.in._zod.def.type === 'transform') yield* unknownFields(def.out, def.in.parse(value), path);
      else yield* unknownFields(def.in, value, path);
      break;
    case 'union':
      yield* unknownFields(optionOf(def.options, def.discriminator ?? '', value), value, path);
      break;
    case 'array':
      if (Array.isArray(value))
        for (const [place, entry] of value.entries()) yield* unknownFields(def.element, entry, [...path, place]);
      break;
    case 'object': {
      const known = Object.keys(def.shape);
      for (const [name, field] of Object.entries(value)) {
        const inner = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
        if (inner) yield* unknownFields(inner, field, [...path, name]);
        else yield { path: [...path, name], known };
      }
    }
  }
}

/** The schema among several that a valid value meets. */
function optionOf(options: Schema[], discriminator: string, value: object): z.ZodType {
  const stated = (value as Record<string, unknown>)[discriminator];
  const meets = ({ _zod: { def } }: Schema): boolean =>
    def.type === 'object' && def.shape[discriminator]?.safeParse(stated).success === true;
  return options.find(meets) ?? options[0]!;
}
