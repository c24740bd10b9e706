import * as z from 'zod';
import { email, id } from '#shared/base/kernel/fields.ts';
import { addressesIn, MOST_COPIES, TOO_MANY_COPIES } from '../copies.ts';

/** The body of a request to mail a document (OUT-35 to OUT-39). */

/** Comma-separated text, or a list. Empty: no copies. Absent or null: the copies of the company's settings. */
const addresses = () =>
  z
    .union([z.string(), z.array(z.string()).max(MOST_COPIES, TOO_MANY_COPIES)], {
      error: 'must be text with addresses between commas, or a list of addresses',
    })
    .nullish()
    .transform(value =>
      Array.isArray(value) ? value.map(one => one.trim()).filter(Boolean) : (value ?? null) === null ? null : addressesIn(value),
    )
    .pipe(z.array(email()).max(MOST_COPIES, TOO_MANY_COPIES).nullable());

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .nullish()
    .transform(text => text || null);

/** Absent, null and empty text mean the default (REQ-10). */
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
    /** Absent: as the company has set (tracking/choice.ts). */
    tracking: option<z.ZodType<boolean | undefined>>(z.boolean(), undefined),
    /** Sends also to addresses that bounced before; never to addresses that complained. */
    force: option(z.boolean(), false),
  })
  .refine(({ cc, bcc }) => (cc?.length ?? 0) + (bcc?.length ?? 0) <= MOST_COPIES, {
    path: ['cc'],
    message: `${TOO_MANY_COPIES} together with bcc`,
  })
  .meta({ id: 'InvoiceEmailRequest' });

export type EmailBody = z.output<typeof emailBody>;
