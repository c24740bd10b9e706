import * as z from 'zod';
import { email, id } from '../../kernel/fields.ts';

/** The body of a request to mail a document (completions-documents §1.10). */

/** Copies of a mail, cc and bcc together. */
const COPIES = 20;

/** Comma-separated text, or a list. */
const addresses = () =>
  z
    .union([z.string(), z.array(z.string()).max(COPIES, `must have at most ${COPIES} addresses`)], {
      error: 'must be text with addresses between commas, or a list of addresses',
    })
    .nullish()
    .transform(value => (typeof value === 'string' ? value.split(',') : (value ?? [])).map(one => one.trim()).filter(Boolean))
    .pipe(z.array(email()).max(COPIES, `must have at most ${COPIES} addresses`));

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .nullish()
    .transform(text => text || null);

/** Absent, null and empty text stand for the default (completions-accounts §1.2). */
const option = <T extends z.ZodType>(schema: T, byDefault: z.output<T>) =>
  z.preprocess(
    value => (value === null || value === '' ? undefined : value),
    schema.optional().transform(value => value ?? byDefault),
  );

export const emailBody = z
  .object({
    to: email(),
    cc: addresses(),
    bcc: addresses(),
    subject: words(255),
    body: words(20_000),
    attachPdf: option(z.boolean(), true),
    attachXml: option(z.boolean(), false),
    language: option(z.enum(['ro', 'en'], 'must be ro or en'), 'ro'),
    templateId: option(id().nullable(), null),
    tracking: option(z.boolean(), true),
    /** Mails also an address that bounced or complained. */
    force: option(z.boolean(), false),
  })
  .refine(({ cc, bcc }) => cc.length + bcc.length <= COPIES, {
    path: ['cc'],
    message: `must have at most ${COPIES} addresses together with bcc`,
  });

export type EmailBody = z.output<typeof emailBody>;
