import * as z from 'zod';
import { uuid } from '#shared/base/kernel/schema.ts';
import { TEMPLATE_SLUGS } from './configuration.ts';

/** Schema for answers about the PDF template configuration. */

export const configurationSchema = z
  .object({
    id: uuid().nullable(),
    templateSlug: z.enum(TEMPLATE_SLUGS),
    primaryColor: z.string().nullable(),
    fontFamily: z.string().nullable(),
    showLogo: z.boolean(),
    showBankInfo: z.boolean(),
    footerText: z.string().nullable(),
    customCss: z.string().nullable(),
  })
  .meta({ id: 'PdfTemplateConfig' });
