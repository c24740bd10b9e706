import { invalidFields } from '#shared/base/kernel/errors.ts';
import type { Invoice } from '#shared/model/invoice.ts';

/**
 * An `idempotencyKey` names one document of a company (INV-22). A caller who enters a purchase would take an invoice with the key for it, and the
 * other way round. Pure.
 */

type Kind = 'purchase' | 'document';

const NOUNS: Record<Kind, string> = { purchase: 'a purchase', document: 'an invoice or credit note' };

/**
 * What a request with a key has found, or made.
 *
 * @throws 422 on `idempotencyKey` for a purchase where a document was to be issued, and the other way round
 */
export function ofSameKind<S extends { document: Invoice }>(found: S, asked: Kind): S {
  const { document } = found;
  const is: Kind = document.purchase ? 'purchase' : 'document';
  if (is !== asked)
    throw invalidFields({
      idempotencyKey: [`belongs to ${NOUNS[is]} of ${document.issueDate} (${document.id}): send another key for ${NOUNS[asked]}`],
    });
  return found;
}
