import * as z from 'zod';

/** The body of a PATCH: every field optional and unchanged when absent; at least one must be there (completions-accounts §1.2). */
export const patch = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape)
    .partial()
    .refine(body => Object.values(body).some(value => value !== undefined), 'must have at least one field to change');

/** The fields of `change` that are there, over `record`. */
export function patched<T extends object>(record: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given) };
}
