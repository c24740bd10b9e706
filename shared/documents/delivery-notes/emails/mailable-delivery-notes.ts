import { mailableConvertible } from '#shared/documents/common/convertible/emails.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { deliveryNotePdfName } from '../identity.ts';
import { identifierOf } from '../transport/identifier.ts';

/** What shared/output/mail needs to compose mails with delivery notes. */
export const mailableDeliveryNotes = mailableConvertible<DeliveryNote, 'delivery_note'>({
  kind: KINDS.delivery_note,
  pdfName: deliveryNotePdfName,
  variables: note => ({ delivery_note_number: note.number, ...identifierVariables(note) }),
});

/** The identifier (UIT) of the transport, its validity and vehicle; empty texts without one or if it was cancelled. */
function identifierVariables(note: DeliveryNote): Record<'uit' | 'uit_valid_until' | 'vehicle', string> {
  const identifier = identifierOf(note);
  const { uit, validUntil, vehicle } = identifier && !identifier.isCancelled ? identifier : NONE;
  return { uit: uit ?? '', uit_valid_until: validUntil ? dottedDate(validUntil) : '', vehicle: vehicle ?? '' };
}

const NONE = { uit: null, validUntil: null, vehicle: null };
