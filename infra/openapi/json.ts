/** A JSON object of the OpenAPI document. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record with each value replaced by what `change` makes of it and its key. */
export const mapValues = <T, R>(record: Record<string, T>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
