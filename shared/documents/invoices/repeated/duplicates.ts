import { epochSeconds, instantIn, presentInstant } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import { create, put, type Write } from '#shared/platform/store/transact.ts';
import type { DuplicateCheck } from '#shared/documents/common/definition.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { foundInvoiceId, idempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';
import { kindOf } from '#shared/model/kinds.ts';

/**
 * Two ways in which a repeated create request finds the invoice of the first one (INV-22 to INV-25): the
 * `idempotencyKey` of the body, and without a key a recent draft of the same client, currency and total. Each is an item that is
 * written in the transaction of the document, so that concurrent requests create one invoice only.
 */

/** Seconds after its creation in which a draft matches (60 minutes). */
const MATCH_SECONDS = 3600;

export const idempotencyKeyWrite = (document: Invoice, key: string): Write =>
  create({ ...idempotencyKey(document.companyId, key), kind: 'idempotency-key', invoiceId: document.id });

/**
 * The kind of document, and for credit notes the credited invoice: credit notes of equal amount on different invoices do not match.
 */
const matchedAs = (draft: Invoice): string =>
  `${kindOf(draft).numberGuard}${draft.isCreditNote ? `#${draft.parentDocumentId}` : ''}`;

/** The match item of a draft; undefined without a buyer, because such drafts cannot be distinguished. */
function matchKey(draft: Invoice): Key | undefined {
  const buyer = draft.clientId ?? (draft.receiverName ? sha256(`${draft.receiverName}\n${draft.receiverCif ?? ''}`) : undefined);
  return buyer === undefined
    ? undefined
    : companyKey(draft.companyId, `DRAFT#${buyer}#${draft.currency}#${matchedAs(draft)}#${draft.total}`);
}

/**
 * The conditional write that makes a draft findable by its client, currency and total. It fails when another draft has the same
 * match item, unless that item has expired or refers to `stale`.
 *
 * @param stale id of a document for which `stillMatches` returned false
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

/** Whether `other` is still a draft of the last hour, with the same client, currency and total. */
export function stillMatches(draft: Invoice, other: Invoice): boolean {
  return other.status === 'draft' && other.createdAt > instantIn(-MATCH_SECONDS) && sameMatch(draft, other);
}

const sameMatch = (a: Invoice, b: Invoice): boolean => matchKey(a)?.sk === matchKey(b)?.sk;

/**
 * The write that makes a draft findable by its client, currency and total for the rest of its 60 minutes: after a change of one of
 * them, and for a draft that was created with a key. Such a draft looks for no match itself, but later requests may match it.
 */
export function matchWrites(before: Invoice | null, after: Invoice): Write[] {
  const key = matchKey(after);
  const until = Math.floor(Date.parse(after.createdAt) / 1000) + MATCH_SECONDS;
  if (!key || after.status !== 'draft' || (before && sameMatch(before, after)) || until <= epochSeconds()) return [];
  return [put({ ...key, kind: 'draft-match', invoiceId: after.id, expiresAt: until })];
}

/** The warning for a matched draft: its lines and dates may differ from those of the request, which were not stored. */
const matchWarning = ({ number, createdAt }: Invoice): string =>
  `A draft of the last 60 minutes with the same client, currency and total was returned, and nothing was stored: ${number} of ${presentInstant(createdAt)}. To make another invoice, send an idempotencyKey, or the header Idempotency-Key.`;

/** How duplicates of invoices are found: by `idempotencyKey` if the body has one, else by the match of recent drafts. */
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
  // A caller that sends a key expects the document of that key: no warning.
  foundWarnings: (draft, found) => (draft.idempotencyKey ? [] : [matchWarning(found)]),
  findable: (draft, idempotent) => (draft.idempotencyKey || idempotent ? matchWrites(null, draft) : []),
};
