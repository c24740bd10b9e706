import { instant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { amount, decimal, presentNumber } from '#shared/base/kernel/money.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { documentKey, type StoredItem } from '#shared/documents/common/items.ts';
import type { Outcome } from '#shared/documents/common/transition.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { drawnFrom, groupsOf, minus, netOf, takesBackDrawn, undrawnOf, withDrawn } from '#shared/model/amounts/advances.ts';
import type { GroupAmount } from '#shared/model/amounts/draws.ts';
import { creditOf, inForce } from '#shared/model/amounts/settlement.ts';
import { countsFiscally } from '#shared/model/fiscal/projection.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { readInvoiceHeader } from '../header.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';

/** The changes of advances that a final invoice draws, or gives back (INV-113 to INV-116). */

type Final = Pick<Invoice, 'id' | 'number' | 'currency'>;

/** The change of an advance of which a final invoice takes off `groups`; without groups, to which it gives back what it took. Pure. */
export function advanceChange(before: Invoice, final: Final, by: PersonRef, groups?: GroupAmount[]): HeaderChange<Invoice> {
  const was = (before.drawn ?? []).find(({ id }) => id === final.id);
  const after = { ...withDrawn(before, final.id, groups), updatedAt: instant() };
  const net = netOf(groups ?? was?.groups ?? []);
  const what = groups ? `Drawn by ${final.number}` : `No longer drawn by ${final.number}`;
  const event = newEvent('updated', null, `${what}: ${amount(net)} ${final.currency} without VAT`, by, {
    documentId: final.id,
    documentNumber: final.number,
    amount: presentNumber(net),
    currency: final.currency,
  });
  // Several final invoices may draw one advance: the second one decides again on what the first has left.
  return { before, after, recorded: [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }], contended: true };
}

/** The changes that give back what a final invoice drew. None for an advance that has it already. One batch read, or none. */
export async function givenBack(final: Invoice, by: PersonRef): Promise<HeaderChange<Invoice>[]> {
  const { draws = [], companyId } = final;
  if (draws.length === 0) return [];
  const items = await getItems<StoredItem>(draws.map(({ id }) => documentKey(KINDS.invoice, companyId, id)));
  return items.flatMap(item => {
    const advance = item?.data as Invoice | undefined;
    return advance?.drawn?.some(({ id }) => id === final.id) ? [advanceChange(advance, final, by)] : [];
  });
}

/** Whether a document in force, or one that the authority counts, credits or corrects an invoice. */
export const isCorrected = ({ creditNotes }: Pick<StoredInvoice, 'creditNotes'>): boolean =>
  creditNotes.some(link => inForce(link) || link.validated === true);

/**
 * The changes by which a final invoice, or a draft of it, draws again what it gave back. One parallel round trip, or none.
 *
 * @throws 422 `advance_drawn` when an advance is not in force any more, was credited, or has less left
 */
export async function drawnAgain(final: Invoice, by: PersonRef): Promise<HeaderChange<Invoice>[]> {
  const { draws = [], companyId } = final;
  const advances = await Promise.all(draws.map(({ id }) => readInvoice(companyId, id)));
  return draws.flatMap(({ id, number, groups }, place) => {
    const stored = advances[place];
    if (stored?.document.drawn?.some(one => one.id === final.id)) return [];
    if (!stored || !fits(stored, groups))
      throw validation(`${final.number} settled ${number}, of which not as much is open any more.`, {
        ...{ status: final.status, reason: 'advance_drawn' },
        documentId: id,
      });
    const { lines: _, ...advance } = stored.document;
    return [advanceChange(advance, final, by, groups)];
  });
}

/** Whether as much of an advance is open. */
const fits = (stored: StoredInvoice, groups: readonly GroupAmount[]): boolean =>
  inForce(stored.document) &&
  !isCorrected(stored) &&
  minus(groups, minus(groupsOf(stored.document), drawnFrom(stored.document))).length === 0;

/**
 * The changes of advances when a document that takes back a whole final invoice comes into force, or is void again. Up to two round trips,
 * for such documents alone.
 *
 * @throws as `drawnAgain`
 */
export async function turned(reversal: Invoice, how: 'issued' | 'cancelled', by: PersonRef): Promise<HeaderChange<Invoice>[]> {
  if (reversal.reverses === undefined) return [];
  const final = await readInvoiceHeader(reversal.companyId, reversal.reverses);
  if (!final?.draws || (how === 'cancelled' && !countsFiscally(final))) return [];
  return how === 'issued' ? givenBack(final, by) : drawnAgain(final, by);
}

/** @throws 422 while final invoices have drawn the document as an advance */
export function refuseDrawn(document: Invoice): void {
  const [first] = document.drawn ?? [];
  if (!first) return;
  throw validation(`Another invoice settles ${document.number} as an advance: cancel or take back that one first.`, {
    ...{ status: document.status, reason: 'advance_drawn' },
    documentId: first.id,
  });
}

/**
 * Checks what a document takes back of the invoice that it reduces, of which final invoices may have drawn a part as an advance.
 *
 * @param before the document before the change; null: it comes into force
 * @throws 422 when it takes back more than is left
 */
export function refuseDrawnCredit(before: Invoice | null, reversal: Invoice, advance: Invoice): void {
  const [first] = advance.drawn ?? [];
  if (!first) return;
  const others = decimal(advance.creditedAmount).minus(before ? creditOf(before) : 0);
  if (!takesBackDrawn(reversal, advance, others)) return;
  throw validation(
    `Another invoice settles ${advance.number} as an advance: of it, ${amount(undrawnOf(advance))} ${advance.currency} without VAT are left to be credited, less earlier credits, at the VAT rates of what is left.`,
    { status: reversal.status, reason: 'advance_drawn', documentId: first.id },
  );
}

/** An outcome that changes other documents besides. */
export const withChanges = <O extends Outcome<Invoice>>(outcome: O, documents: readonly HeaderChange<Invoice>[]): O =>
  documents.length === 0
    ? outcome
    : { ...outcome, also: { ...outcome.also, documents: [...(outcome.also?.documents ?? []), ...documents] } };
