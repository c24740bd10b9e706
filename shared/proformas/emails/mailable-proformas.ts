import { mailableConvertible } from '../../documents/convertible/emails.ts';
import { dottedDate } from '../../kernel/dates.ts';
import type { Proforma } from '../../model/convertible/proforma.ts';
import { KINDS } from '../../model/kinds.ts';
import { proformaPdfName } from '../identity.ts';

/** Proformas, as shared/mail reads them for their mails. */
export const mailableProformas = mailableConvertible<Proforma>({
  kind: KINDS.proforma,
  pdfName: proformaPdfName,
  english: {
    subject: 'Proforma [[proforma_number]] from [[company_name]]',
    body:
      'Hello,\n\nPlease find attached proforma invoice **[[proforma_number]]** of [[issue_date]] for **[[total]]**, valid until ' +
      '[[valid_until]].\n\nKind regards,\n[[company_name]]',
  },
  variables: ({ number, validUntil }) => ({
    proforma_number: number,
    valid_until: dottedDate(validUntil),
    // The template that companies start with says "valid until" with it.
    due_date: dottedDate(validUntil),
  }),
});
