import * as z from 'zod';
import { email, id } from '../../kernel/fields.ts';

/** The body of a request to mail a document (completions-documents §1.10). */

/** Comma-separated text, or a list. */
const addresses = () =>
  z
    .union([z.string(), z.array(z.string())], { error: 'must be text with addresses between commas, or a list of addresses' })
    .nullish()
    .transform(value => (typeof value === 'string' ? value.split(',') : (value ?? [])).map(one => one.trim()).filter(Boolean))
    .pipe(z.array(email()));

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .nullish()
    .transform(text => text || null);

const COPIES = 20;

export const emailBody = z
  .object({
    to: email(),
    cc: addresses(),
    bcc: addresses(),
    subject: words(255),
    body: words(20_000),
    attachPdf: z.boolean().default(true),
    attachXml: z.boolean().default(false),
    language: z.enum(['ro', 'en'], 'must be ro or en').default('ro'),
    templateId: id().nullish(),
    tracking: z.boolean().default(true),
    /** Mails also an address that bounced or complained. */
    force: z.boolean().default(false),
  })
  .refine(({ cc, bcc }) => cc.length + bcc.length <= COPIES, {
    path: ['cc'],
    message: `must have at most ${COPIES} addresses together with bcc`,
  });

export type EmailBody = z.output<typeof emailBody>;
