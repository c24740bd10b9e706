import * as z from 'zod';
import { email, text } from '#shared/base/kernel/fields.ts';

/** Body of POST /api/v1/contact. The subject must be one line, because it becomes a mail header. */
export const contactBody = z
  .object({
    name: text(255),
    email: email(),
    subject: text(255).refine(value => !/[\r\n]/.test(value), 'must be one line'),
    message: text(5000),
    captchaToken: z.string().nullish(),
  })
  .meta({ id: 'ContactMessage' });
export type ContactInput = z.infer<typeof contactBody>;
