import { sha256 } from '../kernel/ids.ts';
import type { Invoice, InvoiceDocument, InvoiceEvent } from '../model/invoice.ts';
import type { DocumentLine } from '../model/line.ts';

/**
 * The proof for an auditor. Each entry of a timeline carries the hash of the one before it and of what the document stated at that
 * moment; each issue carries the hash of the issue before it in its series. Who changes, adds or removes a stored item breaks a link
 * that audit/verify.ts finds. SHA-256 over JSON with sorted keys (RFC 8785 §3.2.3). Pure.
 */

/** JSON of a stored value that does not depend on the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : field,
  );

export const digest = (value: unknown): string => sha256(canonical(value));

/** What happens to a document without changing what it states: its way to the authority, its settlement, its files. */
const OUTSIDE = [
  ...['version', 'status', 'amountPaid', 'creditedAmount', 'balance', 'paidAt', 'xmlPath', 'pdfPath', 'issuedAt', 'updatedAt'],
  ...['taxauthStatus', 'taxauthSubmissionId', 'taxauthUploadIndex', 'taxauthDownloadId', 'taxauthValidationErrors', 'submission'],
  ...['submittedAt', 'validatedAt', 'cancellationReason', 'cancelledAt', 'cancelledBy', 'cancelledFromStatus'],
  ...['restoredAt', 'restoredBy', 'rowHash', 'timelineHash', 'seal'],
] as const satisfies (keyof Invoice)[];

/** The hash of what a document states: parties, terms, lines (by their own hash), amounts, number. */
export function contentHash(head: Invoice): string {
  const outside = new Set<string>(OUTSIDE);
  return digest(Object.fromEntries(Object.entries(withoutLines(head)).filter(([name]) => !outside.has(name))));
}

const withoutLines = (head: Invoice | InvoiceDocument): Invoice => {
  const { lines: _, ...rest } = { lines: undefined, ...head };
  return rest;
};

export const linesHash = (lines: readonly DocumentLine[]): string => digest(lines);

/** The hash of the whole head, over every other field of it. */
export const sealOf = (head: Invoice | InvoiceDocument): string => digest({ ...withoutLines(head), seal: undefined });

/** The hash of an entry, over every other field of it and the document that it belongs to. */
export const eventHash = (documentId: string, event: InvoiceEvent): string => digest({ ...event, hash: undefined, documentId });

/**
 * Links new entries of a document's timeline to those before, and seals its head: fills in `previousHash`, `documentHash` and `hash`
 * of the entries and `timelineHash` and `seal` of the head, so that whoever holds them holds what is stored.
 */
export function link(
  before: Pick<Invoice, 'timelineHash'> | null,
  after: Invoice | InvoiceDocument,
  events: readonly InvoiceEvent[],
): void {
  const stated = contentHash(after);
  let last = before?.timelineHash ?? null;
  for (const event of events) {
    Object.assign(event, { previousHash: last, documentHash: stated });
    event.hash = eventHash(after.id, event);
    last = event.hash;
  }
  after.timelineHash = last;
  after.seal = sealOf(after);
}
