import type { Invoice } from '../../model/invoice.ts';

/** What a company may note on a document that the tax authority delivered; all else is as its XML states it. */
const NOTES = ['internalNote', 'projectReference'] as const;

export type Notes = { [Field in (typeof NOTES)[number]]?: string | null | undefined };

/** Whether a change of a document is of nothing but what may be noted on a received one. Pure. */
export function isAnnotation({ status }: Pick<Invoice, 'status'>, change: object | undefined): change is Notes {
  const named = Object.entries(change ?? {}).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return status === 'synced' && named.length > 0 && named.every(field => (NOTES as readonly string[]).includes(field));
}
