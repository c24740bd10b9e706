import * as z from 'zod';
import { email } from '#shared/base/kernel/fields.ts';
import { MOST_COPIES, TOO_MANY_COPIES } from '#shared/output/mail/copies.ts';
import { type EmailBody, emailBody } from '#shared/output/mail/documents/input.ts';

/** Empty list: no copies. Absent or null: the addresses that the company has configured for copies. */
const addresses = () => z.array(email()).max(MOST_COPIES, TOO_MANY_COPIES).nullish();

const { subject, body, language, templateId } = emailBody.shape;

/** The body of a request to mail a proforma or a delivery note (DLN-48, PRO-26); the PDF is always attached. */
export const convertibleEmailBody = z
  .object({ to: email(), subject, body, cc: addresses(), bcc: addresses(), language, templateId })
  .refine(({ cc, bcc }) => (cc?.length ?? 0) + (bcc?.length ?? 0) <= MOST_COPIES, {
    path: ['cc'],
    message: `${TOO_MANY_COPIES} together with bcc`,
  })
  .transform(asEmailBody)
  .meta({ id: 'DocumentEmailRequest' });

/** The body of a request to mail a transport's identifier to the carrier. */
export const carrierEmailBody = z
  .object({ to: email(), subject, body, cc: addresses() })
  .transform(asEmailBody)
  .meta({ id: 'CarrierEmailRequest' });

type Stated = Pick<EmailBody, 'to' | 'subject' | 'body'> &
  Partial<Pick<EmailBody, 'language' | 'templateId'>> & { [K in 'cc' | 'bcc']?: string[] | null | undefined };

function asEmailBody({
  to,
  subject: stated,
  body: text,
  cc = null,
  bcc = null,
  language: spoken = 'ro',
  templateId: named = null,
}: Stated): EmailBody {
  return {
    ...{ to, cc, bcc, subject: stated, body: text, language: spoken, templateId: named },
    ...{ attachPdf: true, attachXml: false, tracking: undefined, force: false },
  };
}
