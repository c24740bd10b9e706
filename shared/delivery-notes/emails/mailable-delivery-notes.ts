import { mailableConvertible } from '../../documents/convertible/emails.ts';
import type { DeliveryNote } from '../../model/convertible/delivery-note.ts';
import { KINDS } from '../../model/kinds.ts';
import { deliveryNotePdfName } from '../identity.ts';

/** Delivery notes, as shared/mail reads them for their mails. */
export const mailableDeliveryNotes = mailableConvertible<DeliveryNote>({
  kind: KINDS.delivery_note,
  pdfName: deliveryNotePdfName,
  english: {
    subject: 'Delivery note [[delivery_note_number]] from [[company_name]]',
    body:
      'Hello,\n\nPlease find attached delivery note **[[delivery_note_number]]** of [[issue_date]].' +
      '\n\nKind regards,\n[[company_name]]',
  },
  variables: ({ number }) => ({ delivery_note_number: number }),
});
