import { mailableConvertible } from '../../documents/convertible/emails.ts';
import { today } from '../../kernel/clock.ts';
import { daysBetween, dottedDate } from '../../kernel/dates.ts';
import type { Proforma } from '../../model/convertible/proforma.ts';
import { KINDS } from '../../model/kinds.ts';
import { proformaPdfName } from '../identity.ts';

/** What shared/mail needs to compose mails with proformas. */
export const mailableProformas = mailableConvertible<Proforma, 'proforma'>({
  kind: KINDS.proforma,
  pdfName: proformaPdfName,
  variables: ({ number, dueDate, validUntil }) => ({
    proforma_number: number,
    due_date: dottedDate(dueDate ?? validUntil),
    days_until_due: String(daysBetween(today(), dueDate ?? validUntil)),
    valid_until: dottedDate(validUntil),
  }),
});
