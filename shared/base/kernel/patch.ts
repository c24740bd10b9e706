import * as z from 'zod';

/** The body of a PATCH: absent fields stay unchanged; at least one field is required (REQ-16). */
export const patch = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape)
    .partial()
    .refine(body => Object.values(body).some(value => value !== undefined), 'must have at least one field to change')
    .meta({ minProperties: 1 });

/** The record with the fields of `change` that are not undefined. */
export function patched<T extends object>(record: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given) };
}
