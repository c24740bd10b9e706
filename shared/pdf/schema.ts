import * as z from 'zod';
import { TEMPLATE_SLUGS } from './configuration.ts';

/** What answers show of the configuration of PDFs. */

export const configurationSchema = z.object({
  id: z.string().nullable(),
  templateSlug: z.enum(TEMPLATE_SLUGS),
  primaryColor: z.string().nullable(),
  fontFamily: z.string().nullable(),
  showLogo: z.boolean(),
  showBankInfo: z.boolean(),
  footerText: z.string().nullable(),
  customCss: z.string().nullable(),
});
