import type * as z from 'zod';

/** A response with its members in the order of the schema: the database returns those of records in any order. */
export function inOrderOf(schema: z.ZodType, answer: unknown): unknown {
  const parsed = schema.safeParse(ordered(answer, undefined));
  return ordered(answer, parsed.success ? parsed.data : undefined);
}

function ordered(value: unknown, like: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, place) => ordered(one, Array.isArray(like) ? like[place] : undefined));
  if (typeof value !== 'object' || value === null) return value;
  const known = typeof like === 'object' && like !== null ? (like as Record<string, unknown>) : {};
  const names = Object.keys(known);
  // Members that the schema does not name: maps by dynamic names.
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner, known[name])]),
  );
}
