import { conflict, validation } from '#shared/base/kernel/errors.ts';
import { decimal, sum } from '#shared/base/kernel/money.ts';
import { refuseVoidParent } from '#shared/documents/credit-notes/credited-invoice.ts';
import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { inForce, isReversal, takenBack } from '#shared/model/amounts/settlement.ts';
import { refuseDrawn } from '../advances/changes.ts';
import type { CreditNoteLink, Invoice } from '#shared/model/invoice.ts';

/** Whether an invoice may be taken back as a whole (INV-92, INV-95). */

const takesBackWhole = ({ whole, status, validated }: CreditNoteLink): boolean =>
  whole === true && (status !== 'cancelled' || validated === true);

/**
 * Checks a restored document that takes back a whole invoice, before it is issued again. One read for such a document, else none.
 *
 * @throws 409 when another document has taken the invoice back meanwhile
 */
export async function refuseSecond(draft: Invoice): Promise<void> {
  if (draft.reverses === undefined) return;
  const other = (await CREDIT_NOTE_LINKS.read(draft.companyId, draft.reverses)).find(
    link => link.id !== draft.id && takesBackWhole(link),
  );
  if (other) throw alreadyReversed({ number: draft.parentDocument?.number ?? '', status: draft.status }, other);
}

/** The document that took back the invoice, or the last of those that together did; undefined when something is left of it. */
export function standingReversal(source: Invoice, links: readonly CreditNoteLink[]): CreditNoteLink | undefined {
  const whole = links.find(takesBackWhole);
  if (whole) return whole;
  const standing = links.filter(inForce);
  return standing.length > 0 && sum(standing.map(takenBack)).gte(decimal(fiscalTotals(source).total))
    ? standing.at(-1)
    : undefined;
}

/** @throws 422 for a document that cannot be taken back; 409 when another document has taken it back already */
export function refuseReversed(source: Invoice, links: readonly CreditNoteLink[]): void {
  refuseVoidParent(source);
  refuseDrawn(source);
  if (isReversal(source) || source.reverses !== undefined)
    throw validation(
      'A document that takes back another one cannot be taken back in one call: cancel it, or correct it by a new document.',
      {
        parentDocumentId: ['must be an invoice that takes back no other one'],
        status: source.status,
      },
    );
  const standing = standingReversal(source, links);
  if (standing) throw alreadyReversed(source, standing);
}

/** @param by the document that took the invoice back */
export const alreadyReversed = (source: Pick<Invoice, 'number' | 'status'>, by: Pick<CreditNoteLink, 'id' | 'number'>) =>
  conflict(`${source.number} is taken back already, by ${by.number}.`, {
    ...{ status: source.status, reason: 'already_reversed' },
    ...{ documentId: by.id, documentNumber: by.number },
  });

/** Warns of drafts of credit notes, which would credit the invoice once more. */
export const draftWarnings = (links: readonly CreditNoteLink[]): string[] => {
  const drafts = links.filter(({ status }) => status === 'draft').map(({ number }) => number);
  return drafts.length > 0
    ? [`The invoice has drafts of credit notes, which would credit it once more: ${drafts.join(', ')}.`]
    : [];
};
