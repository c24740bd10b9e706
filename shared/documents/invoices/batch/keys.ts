import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';

/** The longest `idempotencyKey` of an invoice. */
const LONGEST = 255;

/**
 * The `idempotencyKey` of each document of a batch (INV-82): its own, or the header `Idempotency-Key` with its place, so that a repetition finds
 * what was made before. Pure.
 *
 * @throws 422 for a document without either, and for one with the key of another
 */
export function keysOf(documents: readonly Record<string, unknown>[], header: string | undefined): string[] {
  const errors: FieldErrors = {};
  const known = new Set<string>();
  const keys = documents.map((document, place) => {
    const own = document['idempotencyKey'];
    const key = typeof own === 'string' && own.trim() !== '' ? own.trim() : header && withPlace(header, place);
    const field = `invoices.${place}.idempotencyKey`;
    if (own !== undefined && own !== null && typeof own !== 'string') errors[field] = ['must be text'];
    else if (!key) errors[field] = ['is required, unless the request has the header Idempotency-Key'];
    else if (key && known.has(key)) errors[field] = ['must differ from those of the other documents'];
    known.add(key ?? '');
    return key ?? '';
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return keys;
}

function withPlace(header: string, place: number): string {
  const end = `/${place}`;
  return (header.length + end.length > LONGEST ? sha256(header) : header) + end;
}
