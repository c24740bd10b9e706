import { mailableConvertible } from '#shared/documents/common/convertible/emails.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { daysBetween, dottedDate } from '#shared/base/kernel/dates.ts';
import type { Proforma } from '#shared/model/convertible/proforma.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { proformaPdfName } from '../identity.ts';

/** What shared/output/mail needs to compose mails with proformas. */
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
