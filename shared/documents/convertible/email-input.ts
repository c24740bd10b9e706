import * as z from 'zod';
import { email } from '../../kernel/fields.ts';
import { type EmailBody, emailBody } from '../../mail/documents/input.ts';

/** Copies of a mail, cc and bcc together. */
const COPIES = 20;

const addresses = () => z.array(email()).max(COPIES, `must have at most ${COPIES} addresses`).nullish();

const { subject, body } = emailBody.shape;

/** The body of a request to mail a proforma or a delivery note (interface.md §email request body); the PDF is always attached. */
export const convertibleEmailBody = z
  .object({ to: email(), subject, body, cc: addresses(), bcc: addresses() })
  .refine(({ cc, bcc }) => (cc?.length ?? 0) + (bcc?.length ?? 0) <= COPIES, {
    path: ['cc'],
    message: `must have at most ${COPIES} addresses together with bcc`,
  })
  .transform(asEmailBody);

/** The body of a request to mail a transport's identifier to the carrier. */
export const carrierEmailBody = z.object({ to: email(), subject, body, cc: addresses() }).transform(asEmailBody);

type Stated = Pick<EmailBody, 'to' | 'subject' | 'body'> & Partial<Record<'cc' | 'bcc', string[] | null | undefined>>;

function asEmailBody({ to, subject: stated, body: text, cc, bcc }: Stated): EmailBody {
  return {
    ...{ to, cc: cc ?? [], bcc: bcc ?? [], subject: stated, body: text },
    ...{ attachPdf: true, attachXml: false, language: 'ro', templateId: null, tracking: true, force: false },
  };
}
