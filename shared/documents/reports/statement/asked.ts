import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { email, date, id } from '#shared/base/kernel/fields.ts';
import { PARTNER_KINDS } from '#shared/model/ledger/statement.ts';
import { emailBody } from '#shared/output/mail/documents/input.ts';
import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import { notFuture, tooEarly } from '../ledger/query.ts';

const LANGUAGE = z.enum(['ro', 'en'], 'must be ro or en').optional();

/** Which statement of account is asked for (REP-53), as the service itself states it. */
export const statementAsked = z.object({
  of: z.enum(PARTNER_KINDS),
  partnerId: z.guid(),
  /** At the end of this day, `YYYY-MM-DD`. */
  day: z.string(),
  /** Undefined: that of the partner. */
  language: LANGUAGE,
});

export type StatementAsked = z.output<typeof statementAsked>;

const partner = {
  clientId: id().optional(),
  supplierId: id().optional(),
  date: date().optional(),
  language: LANGUAGE,
};

interface Stated {
  clientId?: string | undefined;
  supplierId?: string | undefined;
  date?: string | undefined;
  language?: MailLanguage | undefined;
}

const ONE_PARTNER = {
  path: ['clientId'],
  message: 'state a client (clientId) or a supplier (supplierId), and not both',
};
const hasOnePartner = ({ clientId, supplierId }: Stated): boolean => (clientId === undefined) !== (supplierId === undefined);

/** A refinement: the day is not in the future, and not so early that too many months of payments would be read. */
function checkDay({ date: day = today() }: Stated, context: z.RefinementCtx): void {
  const message = notFuture(day) ?? tooEarly(day);
  if (message) context.addIssue({ code: 'custom', path: ['date'], message });
}

const askedOf = ({ clientId, supplierId = '', date: day, language }: Stated): StatementAsked => ({
  ...(clientId === undefined ? { of: 'supplier', partnerId: supplierId } : { of: 'client', partnerId: clientId }),
  day: day ?? today(),
  language,
});

/** The query of a statement. */
export const statementQuery = () =>
  z
    .object({ ...partner, format: z.enum(['json', 'pdf'], 'must be json or pdf').default('json') })
    .refine(hasOnePartner, ONE_PARTNER)
    .superRefine(checkDay)
    .transform(({ format, ...stated }) => ({ format, asked: askedOf(stated) }));

const { subject, body } = emailBody.shape;

/** The body of a request to mail a statement (REP-56). Without `to` it goes to the address of the partner's record. */
export const statementEmailBody = z
  .object({ ...partner, to: email().optional(), subject, body })
  .refine(hasOnePartner, ONE_PARTNER)
  .superRefine(checkDay)
  .transform(({ to, subject: title, body: text, ...stated }) => ({ to, subject: title, body: text, asked: askedOf(stated) }))
  .meta({ id: 'StatementEmailRequest' });

export type StatementEmailBody = z.output<typeof statementEmailBody>;
