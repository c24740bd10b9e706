import { fold } from '#shared/base/kernel/collate.ts';
import { DELIVERY_PLACE, ON_PAYMENT, VAT_ON_COLLECTION } from '../write/header.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { ReadInvoice } from '../read/model.ts';

type Texts = Pick<InvoiceDocument, 'notes' | 'mentions' | 'deliveryLocation' | 'tvaLaIncasare' | 'taxPointDateCode'>;

/**
 * Splits the notes: the place of delivery and the mention of VAT on collection become fields of their own; of the other notes the
 * first becomes `notes`, the rest `mentions`.
 */
export function contentTexts({ notes, delivery, taxPointCode }: ReadInvoice): Texts {
  const place = notes.find(note => note.startsWith(DELIVERY_PLACE));
  const mention = notes.find(note => fold(note) === fold(VAT_ON_COLLECTION));
  const [first, ...others] = notes.filter(note => note !== place && note !== mention);
  const onPayment = taxPointCode === ON_PAYMENT;
  return {
    notes: first ?? null,
    mentions: others.join('\n') || null,
    deliveryLocation: place?.slice(DELIVERY_PLACE.length) ?? delivery?.name ?? null,
    // VAT that is due on payment is VAT on collection, stated in words or by code.
    tvaLaIncasare: mention !== undefined || onPayment,
    taxPointDateCode: onPayment ? null : taxPointCode,
  };
}
