import type { Conversion } from '#shared/documents/common/convertible/input.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { convertedInvoice } from '#shared/documents/invoices/convert.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import type { StoredDeliveryNote } from '../read.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { type ConversionContext, convertedNote, invoiceOfNotes } from './outcome.ts';

/** The result of converting one note. */
export interface ConvertedNote {
  invoice: StoredInvoice;
  deliveryNote: DeliveryNoteDocument;
}

/**
 * Converts a note into a draft invoice, once: both are written in one transaction (DLN-33 to DLN-39).
 *
 * @throws 404; 409 when it is not issued; 422 as `invoiceOfNotes`; 402 when the plan allows no more invoices in this month
 */
export function convertDeliveryNote(
  loaded: StoredDeliveryNote,
  request: Conversion,
  context: ConversionContext,
  commit: Commit<ConvertedNote>,
): Promise<ConvertedNote> {
  let invoice: StoredInvoice | undefined;
  const commitBoth = (writes: Write[], { document }: StoredDeliveryNote): Promise<ConvertedNote> =>
    commit(writes, { invoice: invoice!, deliveryNote: document });
  return transition(DELIVERY_NOTES, loaded, 'convert', { commit: commitBoth }, ({ document }) => {
    const made = convertedInvoice(invoiceOfNotes([document], request, context), context.by, context.quota);
    invoice = made.invoice;
    const by = personOf(context.by);
    const { after, recorded } = convertedNote(document, invoice.document.id, { at: instant(), by });
    const [entry] = recorded;
    return {
      after,
      ...(entry && { event: entry.event, notifications: entry.webhooks ?? [] }),
      also: { writes: made.writes },
    };
  });
}
