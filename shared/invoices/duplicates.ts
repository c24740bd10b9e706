import { epochSeconds, instantIn, presentInstant } from '../kernel/clock.ts';
import { sha256 } from '../kernel/ids.ts';
import { type CompanyId, companyKey, companyScope, type Key } from '../store/table.ts';
import { create, put, type Write } from '../store/transact.ts';
import type { DuplicateCheck } from '../documents/definition.ts';
import type { Invoice } from '../model/invoice.ts';
import { kindOf, KINDS } from '../model/kinds.ts';

/**
 * Two ways in which a repeated create finds the invoice of the first (interface.md §Idempotency rules): the body's
 * `idempotencyKey`, and for bodies without a key the match of a recent draft. Both are items written with the document, so
 * that they hold for calls at the same moment.
 */

/** How long a draft matches: 60 minutes after its creation. */
const MATCH_SECONDS = 3600;

/** Keys are hashed: any text of 255 characters fits a sort key. */
export const idempotencyKey = (company: CompanyId, key: string): Key =>
  companyKey(company, `ONCE#${KINDS.invoice.prefix}#${sha256(key)}`);

export const idempotencyKeyWrite = (document: Invoice, key: string): Write =>
  create({ ...idempotencyKey(companyScope(document.companyId), key), kind: 'idempotency-key', invoiceId: document.id });

/** The key item of a document, for its removal. */
export const idempotencyKeyOf = (document: Invoice): Key | undefined =>
  document.idempotencyKey ? idempotencyKey(companyScope(document.companyId), document.idempotencyKey) : undefined;

/** The id of the invoice that a key or match item names. */
export function foundInvoiceId(found: object | undefined): string | undefined {
  const id = (found as { invoiceId?: unknown } | undefined)?.invoiceId;
  return typeof id === 'string' ? id : undefined;
}

/** Two credit notes of one amount are not the same when they credit different invoices. */
const matchedAs = (draft: Invoice): string =>
  `${kindOf(draft).numberGuard}${draft.isCreditNote ? `#${draft.parentDocumentId}` : ''}`;

/** The match item of a draft; undefined when it names no buyer, because then nothing says that two are the same. */
function matchKey(draft: Invoice): Key | undefined {
  const buyer = draft.clientId ?? (draft.receiverName ? sha256(`${draft.receiverName}\n${draft.receiverCif ?? ''}`) : undefined);
  return buyer === undefined
    ? undefined
    : companyKey(companyScope(draft.companyId), `DRAFT#${buyer}#${draft.currency}#${matchedAs(draft)}#${draft.total}`);
}

/**
 * The write that makes a draft findable by its client, currency and total. It fails when another match stands there, unless
 * that is over or known to be `stale`: the id of a document that `stillMatches` denied.
 */
export function draftMatchWrite(draft: Invoice, stale: string | undefined): Write | undefined {
  const key = matchKey(draft);
  return (
    key &&
    put(
      { ...key, kind: 'draft-match', invoiceId: draft.id, expiresAt: epochSeconds() + MATCH_SECONDS },
      {
        expression: `attribute_not_exists(pk) OR expiresAt <= :now${stale ? ' OR invoiceId = :stale' : ''}`,
        values: { ':now': epochSeconds(), ...(stale && { ':stale': stale }) },
      },
    )
  );
}

/** Whether a document is still a draft of the last hour, the same in client, currency and total. */
export function stillMatches(draft: Invoice, other: Invoice): boolean {
  return other.status === 'draft' && other.createdAt > instantIn(-MATCH_SECONDS) && sameMatch(draft, other);
}

const sameMatch = (a: Invoice, b: Invoice): boolean => matchKey(a)?.sk === matchKey(b)?.sk;

/**
 * The write that makes a draft findable by what it says, while its hour lasts: after a change of it, and for one that was created
 * under a key, which looks for no match but may be one.
 */
export function matchWrites(before: Invoice | null, after: Invoice): Write[] {
  const key = matchKey(after);
  const until = Math.floor(Date.parse(after.createdAt) / 1000) + MATCH_SECONDS;
  if (!key || after.status !== 'draft' || (before && sameMatch(before, after)) || until <= epochSeconds()) return [];
  return [put({ ...key, kind: 'draft-match', invoiceId: after.id, expiresAt: until })];
}

/** Lines, dates and everything else may differ: the caller must know that nothing of them was stored. */
const matchWarning = ({ number, createdAt }: Invoice): string =>
  `A draft of the last 60 minutes with the same client, currency and total was returned, and nothing was stored: ${number} of ${presentInstant(createdAt)}. To make another invoice, send an idempotencyKey, or the header Idempotency-Key.`;

/** `idempotencyKey` of the body where there is one, else the match of recent drafts. */
export const INVOICE_DUPLICATES: DuplicateCheck<Invoice> = {
  lookup: (draft, idempotent, stale) => {
    const named = idempotencyKeyOf(draft);
    if (named && draft.idempotencyKey) return { key: named, write: idempotencyKeyWrite(draft, draft.idempotencyKey) };
    const key = matchKey(draft);
    const write = idempotent ? undefined : draftMatchWrite(draft, stale);
    return key && write && { key, write };
  },
  foundId: foundInvoiceId,
  isSame: (draft, found) => Boolean(draft.idempotencyKey) || stillMatches(draft, found),
  // Who sends a key asks for the document of that key.
  foundWarnings: (draft, found) => (draft.idempotencyKey ? [] : [matchWarning(found)]),
  findable: (draft, idempotent) => (draft.idempotencyKey || idempotent ? matchWrites(null, draft) : []),
};
