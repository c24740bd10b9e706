import type { DocumentChanges, InvoiceChanges } from '../input.ts';

/** Fields that only name the kind of document and change nothing. */
const KIND_FIELDS = ['isCreditNote', 'documentType'];

/**
 * Whether a body changes only this field, which is beside the content of a document, and may then be changed in more statuses than others
 * (INV-32, MET-4).
 */
export function setsAlone(body: DocumentChanges | undefined, field: 'remindersDisabled' | 'metadata'): body is InvoiceChanges {
  if (!body || body.isCreditNote) return false;
  const named = Object.entries(body).filter(([name, value]) => value !== undefined && !KIND_FIELDS.includes(name));
  return named.length === 1 && named[0]?.[0] === field;
}
